import type { MailboxCheck } from '@outcrop/contract';

/** What the email and DNS show. */
export interface CheckFacts {
  /** Of the address. */
  domain: string;
  smtpHost: string;
  arrivedIn: 'inbox' | 'junk' | null;
  /** Whether the headers show that the email came from another server. */
  hasLeft: boolean;
  spf: {
    /** `unseen`: no receiving server saw where the email came from. */
    result: 'pass' | 'fail' | 'none' | 'permerror' | 'temperror' | 'unseen';
    domain: string;
    /** The address of the sending server, if it is known. */
    ip: string | null;
  };
  /** SPF records of `domain`. Null if DNS did not answer. */
  spfRecords: string[] | null;
  signatures: DkimSignature[];
  dmarc: { result: 'pass' | 'fail' | 'none' | 'temperror'; policy: string | null };
}

export interface DkimSignature {
  result: 'pass' | 'no_key' | 'temperror' | 'fail';
  domain: string;
  selector: string;
  coversUnsubscribe: boolean;
}

type CheckResults = Pick<MailboxCheck, 'arrivedIn' | 'evidence' | 'spf' | 'dkim' | 'dmarc'>;

/** Relaxed alignment: the domains are equal, or one is below the other. */
const isAligned = (a: string, b: string): boolean =>
  a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);

/** The signature that counts: valid before invalid, aligned and complete ones first. */
export function bestSignature({ signatures, domain }: CheckFacts): DkimSignature | undefined {
  const rank = (signature: DkimSignature) =>
    (signature.result === 'pass' ? 4 : 0) +
    (isAligned(signature.domain, domain) ? 2 : 0) +
    (signature.coversUnsubscribe ? 1 : 0);
  return signatures.toSorted((a, b) => rank(b) - rank(a))[0];
}

/** Any valid signature that covers both headers is enough. */
export const coversUnsubscribe = ({ signatures }: CheckFacts): boolean =>
  signatures.some((signature) => signature.result === 'pass' && signature.coversUnsubscribe);

/** The facts as the API returns them, without advice. */
export const resultsOf = (facts: CheckFacts): CheckResults => ({
  arrivedIn: facts.arrivedIn,
  evidence: facts.hasLeft || facts.signatures.length > 0 ? 'message' : 'dns',
  spf: spfOf(facts),
  dkim: dkimOf(facts),
  dmarc: dmarcOf(facts),
});

function spfOf({ spf, spfRecords, domain }: CheckFacts): NonNullable<CheckResults['spf']> {
  const alignment = { domain: spf.domain, aligned: isAligned(spf.domain, domain) };
  switch (spf.result) {
    case 'pass':
    case 'none':
      return { result: spf.result, ...alignment };
    case 'fail':
    case 'permerror':
      return { result: 'fail', ...alignment };
    case 'temperror':
      return { result: 'unknown', ...alignment };
    case 'unseen': {
      const count = spfRecords?.length;
      const result = count === 0 ? 'none' : count === 1 || count === undefined ? 'unknown' : 'fail';
      return { result, domain, aligned: true };
    }
  }
}

function dkimOf(facts: CheckFacts): NonNullable<CheckResults['dkim']> {
  const best = bestSignature(facts);
  if (!best)
    return {
      result: facts.hasLeft ? 'none' : 'unknown',
      domain: null,
      selector: null,
      aligned: false,
      coversUnsubscribe: null,
    };
  const isValid = best.result === 'pass';
  return {
    result: isValid ? 'pass' : best.result === 'temperror' ? 'unknown' : 'fail',
    domain: best.domain,
    selector: best.selector,
    aligned: isAligned(best.domain, facts.domain),
    coversUnsubscribe: isValid ? coversUnsubscribe(facts) : null,
  };
}

/** DMARC fails only if SPF or DKIM was seen; otherwise only its record is known. */
function dmarcOf({
  dmarc,
  domain,
  hasLeft,
  signatures,
}: CheckFacts): NonNullable<CheckResults['dmarc']> {
  const { policy } = dmarc;
  const isSeen = hasLeft || signatures.length > 0;
  const isUnknown = dmarc.result === 'temperror' || (dmarc.result === 'fail' && !isSeen);
  const result = isUnknown ? 'unknown' : (dmarc.result as 'pass' | 'fail' | 'none');
  return { result, domain, policy };
}
