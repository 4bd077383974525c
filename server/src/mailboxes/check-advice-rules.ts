import type { CheckAdvice, CheckAdviceCode } from '@outcrop/contract';
import { bestSignature, type CheckFacts, coversUnsubscribe, resultsOf } from './check-rules.ts';

interface AdviceRule {
  code: CheckAdviceCode;
  /** A note does not keep the check from passing. */
  isNote?: true;
  applies: (facts: CheckFacts) => boolean;
  problem: (facts: CheckFacts) => string;
  action: (facts: CheckFacts) => string;
  record?: (facts: CheckFacts) => { name: string; value: string } | null;
}

/** The SPF includes of known providers, by the end of the SMTP server's name. */
const spfIncludes: [host: string, include: string][] = [
  ['gmail.com', '_spf.google.com'],
  ['google.com', '_spf.google.com'],
  ['office365.com', 'spf.protection.outlook.com'],
  ['outlook.com', 'spf.protection.outlook.com'],
  ['fastmail.com', 'spf.messagingengine.com'],
  ['mail.me.com', 'icloud.com'],
];

const isUnder = (host: string, end: string) => host === end || host.endsWith(`.${end}`);

/** The SPF mechanism that allows the mailbox's server, if it is known. */
function spfMechanism({ smtpHost, spf: { ip } }: CheckFacts): string | null {
  const known = spfIncludes.find(([end]) => isUnder(smtpHost.toLowerCase(), end));
  if (known) return `include:${known[1]}`;
  if (ip === null) return null;
  return ip.includes(':') ? `ip6:${ip}` : `ip4:${ip}`;
}

/** The SPF record with one more mechanism, before the one for all other servers. */
function extendedSpf(facts: CheckFacts): { name: string; value: string } | null {
  const mechanism = spfMechanism(facts);
  const [present] = facts.spfRecords ?? [];
  if (mechanism === null || present === undefined || facts.spf.domain !== facts.domain) return null;
  const words = present.split(/\s+/);
  const end = words.findIndex((word) => /^([-~?+]?all$|redirect=)/i.test(word));
  const at = end === -1 ? words.length : end;
  return { name: facts.domain, value: words.toSpliced(at, 0, mechanism).join(' ') };
}

function newSpf(facts: CheckFacts): { name: string; value: string } | null {
  const mechanism = spfMechanism(facts);
  return mechanism === null ? null : { name: facts.domain, value: `v=spf1 ${mechanism} ~all` };
}

const newDmarc = ({ domain }: CheckFacts) => ({
  name: `_dmarc.${domain}`,
  value: 'v=DMARC1; p=none',
});

/** One rule for each problem, the most important first. */
export const checkAdviceRules: AdviceRule[] = [
  {
    code: 'not_arrived',
    applies: ({ arrivedIn }) => arrivedIn === null,
    problem: () =>
      'The server accepted the email, but it did not arrive in the inbox or the junk folder.',
    action: () =>
      'Look for it in other folders and in the filters of the mailbox, then check again.',
  },
  {
    code: 'in_junk',
    applies: ({ arrivedIn }) => arrivedIn === 'junk',
    problem: () => 'The email arrived in the junk folder.',
    action: (facts) =>
      problemsBesides('in_junk', facts)
        ? 'Correct the other problems first, then check again.'
        : 'Mark it as "not junk", send fewer emails a day for two weeks, then check again.',
  },
  {
    code: 'dkim_missing',
    applies: ({ hasLeft, signatures }) => hasLeft && signatures.length === 0,
    problem: () => 'The email has no DKIM signature, which Gmail and Yahoo require.',
    action: ({ domain }) =>
      `Turn on DKIM for ${domain} in the settings of your email provider, and create the DNS record that it shows.`,
  },
  {
    code: 'dkim_key_missing',
    applies: (facts) => bestSignature(facts)?.result === 'no_key',
    problem: (facts) => `DNS has no key for the DKIM signature of ${bestSignature(facts)!.domain}.`,
    action: (facts) =>
      `Create the TXT record at ${keyName(facts)} that your email provider shows for DKIM.`,
  },
  {
    code: 'dkim_invalid',
    applies: (facts) => bestSignature(facts)?.result === 'fail',
    problem: (facts) => `The DKIM signature of ${bestSignature(facts)!.domain} is not valid.`,
    action: (facts) =>
      `Compare the TXT record at ${keyName(facts)} with the one that your email provider shows; if they are the same, turn off what changes emails after signing, such as a footer.`,
  },
  {
    code: 'dkim_other_domain',
    applies: (facts) => {
      const { result, aligned } = resultsOf(facts).dkim!;
      return result === 'pass' && !aligned;
    },
    problem: (facts) =>
      `The email is signed by ${bestSignature(facts)!.domain} and not by ${facts.domain}.`,
    action: ({ domain }) =>
      `Turn on DKIM for your own domain ${domain} in the settings of your email provider.`,
  },
  {
    code: 'unsubscribe_not_signed',
    applies: (facts) => bestSignature(facts)?.result === 'pass' && !coversUnsubscribe(facts),
    problem: () =>
      'The DKIM signature does not cover the unsubscribe headers, so that Gmail and Yahoo do not accept one-click unsubscribing.',
    action: () =>
      'Ask your email provider to sign the headers List-Unsubscribe and List-Unsubscribe-Post.',
  },
  {
    code: 'spf_missing',
    applies: (facts) => resultsOf(facts).spf!.result === 'none',
    problem: ({ spf }) => `${spf.domain} has no SPF record, which Gmail and Yahoo require.`,
    action: (facts) => {
      const record = newSpf(facts);
      return record
        ? `Create a TXT record at ${record.name} with the value "${record.value}".`
        : `Ask your email provider for its SPF record, and create it as a TXT record at ${facts.domain}.`;
    },
    record: newSpf,
  },
  {
    code: 'spf_several',
    applies: ({ spfRecords }) => (spfRecords?.length ?? 0) > 1,
    problem: ({ domain, spfRecords }) =>
      `${domain} has ${spfRecords!.length} SPF records, so that none of them counts.`,
    action: ({ domain }) => `Combine them into one TXT record at ${domain}.`,
  },
  {
    code: 'spf_invalid',
    applies: ({ spf, spfRecords }) => spf.result === 'permerror' && (spfRecords?.length ?? 0) < 2,
    problem: ({ spf }) => `The SPF record of ${spf.domain} has an error or too many includes.`,
    action: ({ spf }) =>
      `Correct the TXT record at ${spf.domain}, and remove includes of services that you no longer use; 10 lookups are allowed.`,
  },
  {
    code: 'spf_not_allowed',
    applies: ({ spf }) => spf.result === 'fail',
    problem: ({ spf }) =>
      `The SPF record of ${spf.domain} does not allow the server that sent the email${spf.ip === null ? '' : ` (${spf.ip})`}.`,
    action: (facts) => {
      const record = extendedSpf(facts);
      return record
        ? `Change the TXT record at ${record.name} to "${record.value}".`
        : `Add your email provider to the SPF record, which is a TXT record at ${facts.spf.domain}.`;
    },
    record: extendedSpf,
  },
  {
    code: 'dmarc_missing',
    applies: ({ dmarc }) => dmarc.result === 'none',
    problem: ({ domain }) => `${domain} has no valid DMARC record, which Gmail and Yahoo require.`,
    action: (facts) => {
      const { name, value } = newDmarc(facts);
      return `Create a TXT record at ${name} with the value "${value}".`;
    },
    record: newDmarc,
  },
  {
    code: 'dmarc_failed',
    applies: (facts) => resultsOf(facts).dmarc!.result === 'fail',
    problem: ({ domain, dmarc }) =>
      `DMARC fails, because neither SPF nor DKIM passes for ${domain}, and its policy is "${dmarc.policy}".`,
    action: ({ domain }) => `Turn on DKIM for ${domain}, which is enough for DMARC to pass.`,
  },
  {
    code: 'local_delivery',
    isNote: true,
    applies: ({ arrivedIn, hasLeft, signatures }) =>
      arrivedIn !== null && !hasLeft && signatures.length === 0,
    problem: () =>
      'Your server delivered the email to itself without signing it, so that only DNS records were checked.',
    action: () =>
      'To see the signature, send an email to an address at another provider and look for dkim=pass in its headers.',
  },
  {
    code: 'dns_unavailable',
    isNote: true,
    applies: ({ spf, spfRecords, signatures, dmarc }) =>
      spfRecords === null ||
      [spf, dmarc, ...signatures].some(({ result }) => result === 'temperror'),
    problem: ({ domain }) => `DNS did not answer all questions about ${domain}.`,
    action: () => 'Check again in an hour.',
  },
];

const keyName = (facts: CheckFacts): string => {
  const { selector, domain } = bestSignature(facts)!;
  return `${selector}._domainkey.${domain}`;
};

const problemsBesides = (code: CheckAdviceCode, facts: CheckFacts): boolean =>
  checkAdviceRules.some((rule) => rule.code !== code && !rule.isNote && rule.applies(facts));

export const adviceFor = (facts: CheckFacts): CheckAdvice[] =>
  checkAdviceRules
    .filter(({ applies }) => applies(facts))
    .map(({ code, isNote, problem, action, record }) => {
      const dns = record?.(facts) ?? null;
      return {
        code,
        severity: isNote ? 'note' : 'problem',
        problem: problem(facts),
        action: action(facts),
        record: dns && { type: 'TXT', ...dns },
      };
    });

type FailureCode = 'not_sent' | 'not_readable' | 'not_checkable' | 'interrupted';

const failureAdvice: Record<FailureCode, (detail: string) => [problem: string, action: string]> = {
  not_sent: (detail) => [
    `The email could not be sent: ${detail}`,
    'Test the mailbox, correct its settings, then check again.',
  ],
  not_readable: (detail) => [
    `The inbox could not be read: ${detail}`,
    'Test the mailbox, correct its settings, then check again.',
  ],
  not_checkable: () => [
    'The email arrived with so many headers or such a size that it could not be checked.',
    'Ask your email provider what is added to emails.',
  ],
  interrupted: () => ['The check did not finish.', 'Check again.'],
};

/** For a check that ended without facts. */
export function adviceForFailure(code: FailureCode, detail = ''): CheckAdvice {
  const [problem, action] = failureAdvice[code](detail);
  return { code, severity: 'problem', problem, action, record: null };
}
