import { expect, test } from 'vitest';
import { adviceFor, adviceForFailure, checkAdviceRules } from './check-advice-rules.ts';
import type { CheckFacts, DkimSignature } from './check-rules.ts';
import { checkOutcomeOf } from './check-state-rules.ts';

const signature: DkimSignature = {
  result: 'pass',
  domain: 'acme.com',
  selector: 'mail',
  coversUnsubscribe: true,
};
const good: CheckFacts = {
  domain: 'acme.com',
  smtpHost: 'smtp.acme.com',
  arrivedIn: 'inbox',
  hasLeft: true,
  spf: { result: 'pass', domain: 'acme.com', ip: '8.8.4.4' },
  spfRecords: ['v=spf1 mx ~all'],
  signatures: [signature],
  dmarc: { result: 'pass', policy: 'none' },
};
const spf = (result: CheckFacts['spf']['result'], ip: string | null = '8.8.4.4') => ({
  spf: { result, domain: 'acme.com', ip },
});
const signed = (changes: Partial<DkimSignature>) => ({
  signatures: [{ ...signature, ...changes }],
});

interface Row {
  facts: Partial<CheckFacts>;
  problem: RegExp;
  action: RegExp;
  record?: string;
}

const rows: Record<string, Row[]> = {
  not_arrived: [
    { facts: { arrivedIn: null }, problem: /did not arrive/, action: /^Look for it in other/ },
  ],
  in_junk: [
    { facts: { arrivedIn: 'junk' }, problem: /junk folder/, action: /fewer emails a day/ },
    {
      facts: { arrivedIn: 'junk', dmarc: { result: 'none', policy: null } },
      problem: /junk folder/,
      action: /other problems first/,
    },
  ],
  dkim_missing: [
    { facts: { signatures: [] }, problem: /no DKIM signature/, action: /^Turn on DKIM for acme/ },
  ],
  dkim_key_missing: [
    {
      facts: signed({ result: 'no_key' }),
      problem: /no key/,
      action: /mail\._domainkey\.acme\.com/,
    },
  ],
  dkim_invalid: [
    {
      facts: signed({ result: 'fail' }),
      problem: /not valid/,
      action: /^Compare the TXT record at/,
    },
  ],
  dkim_other_domain: [
    {
      facts: signed({ domain: 'host.example' }),
      problem: /signed by host\.example and not by acme\.com/,
      action: /your own domain acme\.com/,
    },
  ],
  unsubscribe_not_signed: [
    {
      facts: signed({ coversUnsubscribe: false }),
      problem: /does not cover the unsubscribe headers/,
      action: /List-Unsubscribe and List-Unsubscribe-Post/,
    },
  ],
  spf_missing: [
    {
      facts: { ...spf('none'), spfRecords: [] },
      problem: /acme\.com has no SPF record/,
      action: /with the value "v=spf1 ip4:8\.8\.4\.4 ~all"/,
      record: 'acme.com v=spf1 ip4:8.8.4.4 ~all',
    },
    {
      facts: { ...spf('unseen', null), spfRecords: [], smtpHost: 'smtp.gmail.com' },
      problem: /no SPF record/,
      action: /^Create a TXT record at acme\.com/,
      record: 'acme.com v=spf1 include:_spf.google.com ~all',
    },
    {
      facts: { ...spf('unseen', null), spfRecords: [] },
      problem: /no SPF record/,
      action: /^Ask your email provider/,
    },
  ],
  spf_several: [
    {
      facts: { ...spf('permerror'), spfRecords: ['v=spf1 mx ~all', 'v=spf1 a -all'] },
      problem: /has 2 SPF records/,
      action: /^Combine them into one TXT record at acme\.com/,
    },
  ],
  spf_invalid: [
    { facts: spf('permerror'), problem: /an error or too many/, action: /^Correct the TXT record/ },
  ],
  spf_not_allowed: [
    {
      facts: spf('fail'),
      problem: /does not allow the server that sent the email \(8\.8\.4\.4\)/,
      action: /^Change the TXT record at acme\.com to/,
      record: 'acme.com v=spf1 mx ip4:8.8.4.4 ~all',
    },
    {
      facts: { ...spf('fail', '2a00:1450::1'), spfRecords: ['v=spf1 mx'] },
      problem: /2a00:1450::1/,
      action: /^Change the TXT record/,
      record: 'acme.com v=spf1 mx ip6:2a00:1450::1',
    },
    {
      facts: { spf: { result: 'fail', domain: 'bounces.example', ip: null } },
      problem: /SPF record of bounces\.example does not allow/,
      action: /^Add your email provider/,
    },
  ],
  dmarc_missing: [
    {
      facts: { dmarc: { result: 'none', policy: null } },
      problem: /acme\.com has no valid DMARC record/,
      action: /^Create a TXT record at _dmarc\.acme\.com with the value "v=DMARC1; p=none"/,
      record: '_dmarc.acme.com v=DMARC1; p=none',
    },
  ],
  dmarc_failed: [
    {
      facts: { dmarc: { result: 'fail', policy: 'reject' } },
      problem: /neither SPF nor DKIM passes for acme\.com, and its policy is "reject"/,
      action: /^Turn on DKIM for acme\.com/,
    },
  ],
  local_delivery: [
    {
      facts: { ...spf('unseen', null), hasLeft: false, signatures: [] },
      problem: /delivered the email to itself without signing it/,
      action: /another provider/,
    },
  ],
  dns_unavailable: [
    { facts: spf('temperror'), problem: /DNS did not answer/, action: /^Check again/ },
    { facts: { spfRecords: null }, problem: /DNS did not answer/, action: /^Check again/ },
    { facts: signed({ result: 'temperror' }), problem: /DNS did not answer/, action: /^Check/ },
  ],
};

test('there is a case for every row of advice', () => {
  expect(Object.keys(rows).sort()).toEqual(checkAdviceRules.map(({ code }) => code).sort());
});

for (const [code, cases] of Object.entries(rows))
  test.each(cases)(`${code}: what is wrong and what to do`, (row) => {
    const advice = adviceFor({ ...good, ...row.facts }).find((each) => each.code === code)!;
    expect(advice.problem).toMatch(row.problem);
    expect(advice.action).toMatch(row.action);
    const { record } = advice;
    expect(record && `${record.name} ${record.value}`).toBe(row.record ?? null);
    for (const sentence of [advice.problem, advice.action]) expect(sentence).toMatch(/^\S.*\.$/);
  });

test('an email that passes everything has no advice', () => {
  expect(adviceFor(good)).toEqual([]);
  expect(checkOutcomeOf(good).state).toBe('passed');
});

test('a note does not keep a check from passing, a problem does', () => {
  expect(checkOutcomeOf({ ...good, ...rows['local_delivery']![0]!.facts }).state).toBe('passed');
  expect(checkOutcomeOf({ ...good, arrivedIn: 'junk' }).state).toBe('problems');
  expect(checkOutcomeOf({ ...good, arrivedIn: null }).state).toBe('failed');
});

test.each(['not_sent', 'not_readable', 'not_checkable', 'interrupted'] as const)(
  '%s: what is wrong and what to do',
  (code) => {
    const { problem, action } = adviceForFailure(code, 'mail.acme.com closed the connection.');
    expect(problem).toMatch(/^\S.*\.$/);
    expect(action).toMatch(/^\S.*\.$/);
  },
);
