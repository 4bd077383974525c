import { expect, test } from 'vitest';
import { type CheckFacts, type DkimSignature, resultsOf } from './check-rules.ts';

const local: CheckFacts = {
  domain: 'acme.com',
  smtpHost: 'smtp.acme.com',
  arrivedIn: 'inbox',
  hasLeft: false,
  spf: { result: 'unseen', domain: 'acme.com', ip: null },
  spfRecords: ['v=spf1 mx ~all'],
  signatures: [],
  dmarc: { result: 'fail', policy: 'reject' },
};
const signature = (changes: Partial<DkimSignature>): DkimSignature => ({
  result: 'pass',
  domain: 'acme.com',
  selector: 'mail',
  coversUnsubscribe: false,
  ...changes,
});

test('an email that never left its server proves nothing about SPF, DKIM and DMARC', () => {
  expect(resultsOf(local)).toEqual({
    arrivedIn: 'inbox',
    evidence: 'dns',
    spf: { result: 'unknown', domain: 'acme.com', aligned: true },
    dkim: {
      result: 'unknown',
      domain: null,
      selector: null,
      aligned: false,
      coversUnsubscribe: null,
    },
    dmarc: { result: 'unknown', domain: 'acme.com', policy: 'reject' },
  });
});

test('records of SPF count where the email shows nothing', () => {
  const result = (spfRecords: string[] | null) => resultsOf({ ...local, spfRecords }).spf!.result;
  expect([[], ['v=spf1'], ['v=spf1', 'v=spf1'], null].map(result)).toEqual([
    'none',
    'unknown',
    'fail',
    'unknown',
  ]);
});

test('of several signatures, a valid and aligned one counts, and any valid one covers the headers', () => {
  const of = (...signatures: DkimSignature[]) => resultsOf({ ...local, hasLeft: true, signatures });
  const other = signature({ domain: 'host.example', coversUnsubscribe: true });
  expect(of(other, signature({}), signature({ result: 'fail' })).dkim).toMatchObject({
    result: 'pass',
    domain: 'acme.com',
    aligned: true,
    coversUnsubscribe: true,
  });
  const invalid = signature({ result: 'fail', coversUnsubscribe: true });
  expect(of(invalid, signature({ domain: 'mail.acme.com' })).dkim).toMatchObject({
    domain: 'mail.acme.com',
    aligned: true,
    coversUnsubscribe: false,
  });
  expect(of(invalid).dkim).toMatchObject({ result: 'fail', coversUnsubscribe: null });
  expect(of(signature({ domain: 'notacme.com' })).dkim).toMatchObject({ aligned: false });
});
