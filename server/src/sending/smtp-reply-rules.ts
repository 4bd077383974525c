import type { MailStage, SmtpReply } from '../platform/mail/mail-server.ts';

/** The meaning of a mail server's reply, or of a missing reply, for an email. */
export type ReplyMeaning =
  | 'accepted'
  | 'bounced'
  | 'mailbox_full'
  | 'blocked'
  | 'later'
  | 'host_fails'
  | 'limit_reached'
  | 'sign_in_fails'
  | 'sender_refused'
  | 'host_forbidden'
  | 'unknown';

export interface SmtpReplyRule {
  stages: readonly MailStage[];
  /** The answer in words, for the documentation. */
  answer: string;
  /** The reply is null if there was none: the connection failed, was closed or timed out. */
  matches: (reply: SmtpReply | null) => boolean;
  meaning: ReplyMeaning;
  /** Answers that this rule decides; each is a test. Null is no answer. */
  examples: readonly (string | null)[];
}

const hasCode =
  (...codes: number[]) =>
  (reply: SmtpReply | null) =>
    reply !== null && codes.includes(reply.code);
const hasEnhancedCode = (pattern: RegExp) => (reply: SmtpReply | null) =>
  reply?.enhanced != null && pattern.test(reply.enhanced);
const hasText = (pattern: RegExp) => (reply: SmtpReply | null) =>
  reply !== null && pattern.test(reply.text);
const isNoReply = (reply: SmtpReply | null) => reply === null;
const isAnyReply = () => true;
const isSuccess = (reply: SmtpReply | null) => reply !== null && reply.code < 300;
const isTemporary = (reply: SmtpReply | null) =>
  reply !== null && reply.code >= 400 && reply.code < 500;
const isPermanent = (reply: SmtpReply | null) => reply !== null && reply.code >= 500;

type Match = SmtpReplyRule['matches'];
const allOf =
  (...matches: Match[]): Match =>
  (reply) =>
    matches.every((match) => match(reply));
const anyOf =
  (...matches: Match[]): Match =>
  (reply) =>
    matches.some((match) => match(reply));
const isNot =
  (match: Match): Match =>
  (reply) =>
    !match(reply);

const isMailboxFull = anyOf(
  hasEnhancedCode(/^[45]\.2\.2$/),
  allOf(hasCode(452, 552), isNot(hasEnhancedCode(/./))),
);
const isLimitReached = anyOf(
  hasEnhancedCode(/^[45]\.4\.5$/),
  hasCode(432),
  allOf(
    anyOf(hasEnhancedCode(/^[45]\.(7|5\.3$)/), isNot(hasEnhancedCode(/./))),
    hasText(/\b(rate|limit|limited|quota|too many|throttled|throttling)\b/i),
  ),
);
const isNoSuchAddress = anyOf(
  hasEnhancedCode(/^5\.1\.(0|1|2|3|6|10)$/),
  hasEnhancedCode(/^5\.2\.1$/),
  hasEnhancedCode(/^5\.4\.4$/),
);
const saysUnknownUser = allOf(
  isPermanent,
  isNot(hasEnhancedCode(/./)),
  anyOf(
    hasCode(551, 553),
    hasText(
      /\b(user unknown|unknown user|no such (user|mailbox|recipient|address)|does not exist|(user|mailbox|recipient) not found)\b/i,
    ),
  ),
);
const isSenderRefused = anyOf(
  hasEnhancedCode(/^5\.1\.[78]$/),
  hasEnhancedCode(/^5\.7\.60$/),
  hasCode(530),
);

/** Servers say this at RCPT, too, with a code or words that usually concern the recipient. */
const saysSenderRefused = allOf(
  isPermanent,
  hasText(
    /\bsender (?:address )?rejected\b|\bsender verif(?:y|ication) failed\b|^verification failed for <|\byour envelope sender\b/i,
  ),
);
const saysNoRelaying = allOf(
  isPermanent,
  hasText(
    /\brelay(?:ing)? (?:access )?(?:is )?(?:denied|not (?:permitted|allowed)|prohibited)\b|\bnot permitted to relay\b|\b(?:unable to|not) relay\b|\ballowed rcpthosts\b/i,
  ),
);

const toAddress = ['rcpt', 'dot'] as const;
const toMessage = ['rcpt', 'data', 'dot'] as const;
const inEmail = ['mail', 'rcpt', 'data', 'dot'] as const;

const rule = (
  stages: readonly MailStage[],
  answer: string,
  matches: Match,
  meaning: ReplyMeaning,
  examples: readonly (string | null)[],
): SmtpReplyRule => ({ stages, answer, matches, meaning, examples });

/** The first rule that matches decides. */
export const smtpReplyRules: readonly SmtpReplyRule[] = [
  rule(['dot'], '2xx, however late', isSuccess, 'accepted', ['250 2.0.0 OK', '251 Forwarded']),
  rule(['dot'], 'none: closed or timed out', isNoReply, 'unknown', [null]),
  rule(['forbidden'], 'the host is not public', isAnyReply, 'host_forbidden', [null]),
  rule(['dns'], 'no address', isAnyReply, 'host_fails', [null]),
  rule(['connect'], 'refused or timed out', isAnyReply, 'host_fails', [null]),
  rule(['tls'], 'no TLS, or an invalid certificate', isAnyReply, 'host_fails', [
    null,
    '454 4.7.0 TLS not available',
  ]),
  rule(['greeting'], '4xx', isTemporary, 'host_fails', ['421 4.3.2 Busy']),
  rule(['greeting'], '5xx', isPermanent, 'host_fails', ['554 5.7.1 No service']),
  rule(['greeting'], 'none', isNoReply, 'host_fails', [null]),
  rule(['ehlo'], '4xx or 5xx', isNot(isNoReply), 'host_fails', [
    '421 Closing',
    '502 5.5.1 Unknown',
  ]),
  rule(['ehlo'], 'none', isNoReply, 'host_fails', [null]),
  rule(['auth'], '4xx', isTemporary, 'host_fails', [
    '454 4.7.0 Temporary failure',
    '421 4.7.0 Busy',
  ]),
  rule(['auth'], '5xx', isPermanent, 'sign_in_fails', [
    '535 5.7.8 Bad credentials',
    '534 5.7.9 Application-specific password required',
    '504 5.5.4 Unknown mechanism',
  ]),
  rule(['auth'], 'none', isNoReply, 'host_fails', [null]),
  rule(['body'], 'closed, or an answer before the end', isAnyReply, 'host_fails', [
    null,
    '421 4.4.2 Slow',
  ]),
  rule(toMessage, 'x.2.2, or 452 or 552 without a status code', isMailboxFull, 'mailbox_full', [
    '552 5.2.2 Over quota',
    '452 4.2.2 Mailbox full',
    '452 Try later',
  ]),
  rule(
    inEmail,
    '432, x.4.5, or x.7.x that names a rate or limit',
    isLimitReached,
    'limit_reached',
    [
      '550 5.4.5 Daily sending quota exceeded',
      '432 4.3.2 Concurrent connections limit exceeded',
      '450 4.7.28 Unusual rate of mail',
      '550 5.7.233 Tenant exceeded its limit',
      '421 4.7.0 Too many messages',
    ],
  ),
  rule(inEmail, '530, 5.1.7, 5.1.8 or 5.7.60', isSenderRefused, 'sender_refused', [
    '530 5.7.0 Authentication required',
    '550 5.1.8 Sender rejected',
    '554 5.7.60 Client cannot send as this sender',
  ]),
  rule(inEmail, '5xx that says that the sender is refused', saysSenderRefused, 'sender_refused', [
    '550 5.1.0 <me@own.example>: Sender address rejected: User unknown in virtual mailbox table',
    '550-Verification failed for <me@own.example>\r\n550-No Such User Here\r\n550 Sender verify failed',
    '553 5.7.1 <me@own.example>: Sender address rejected: not owned by user',
    '553 sorry, your envelope sender is in my badmailfrom list (#5.7.1)',
  ]),
  rule(inEmail, '5xx that says that the server does not relay', saysNoRelaying, 'sender_refused', [
    "553 sorry, that domain isn't in my list of allowed rcpthosts",
    '554 5.7.1 <you@acme.example>: Relay access denied',
    '550 5.7.1 Relaying denied',
  ]),
  rule(['mail'], 'another 4xx', isTemporary, 'host_fails', [
    '451 4.3.0 Later',
    '421 4.3.2 Closing',
  ]),
  rule(['mail'], 'another 5xx', isPermanent, 'sender_refused', ['550 5.7.1 Sender not allowed']),
  rule(['mail', 'rcpt', 'data'], 'none', isNoReply, 'host_fails', [null]),
  rule(['rcpt', 'data', 'dot'], '421', hasCode(421), 'host_fails', ['421 4.3.0 Closing']),
  rule(
    toAddress,
    '5.1.0, 5.1.1, 5.1.2, 5.1.3, 5.1.6, 5.1.10',
    hasEnhancedCode(/^5\.1\.(0|1|2|3|6|10)$/),
    'bounced',
    [
      '550 5.1.1 No such user',
      '550 5.1.10 Recipient not found',
      '550 5.1.2 Bad domain',
      '501 5.1.3 Bad address',
    ],
  ),
  rule(toAddress, '5.2.1 (disabled) or 5.4.4 (no such host)', isNoSuchAddress, 'bounced', [
    '550 5.2.1 Mailbox disabled',
    '550 5.4.4 Host not found',
  ]),
  rule(['rcpt'], '551, 553 or "no such user" without a status code', saysUnknownUser, 'bounced', [
    '550 No such user here',
    '553 Invalid name',
    '550 User unknown',
  ]),
  rule(toMessage, '5.7.x: spam, policy, authentication', hasEnhancedCode(/^5\.7\./), 'blocked', [
    '550 5.7.1 Message rejected as spam',
    '550 5.7.515 Access denied, sending domain does not meet the required authentication level',
    '554 5.7.105 Policy',
  ]),
  rule(
    toMessage,
    '554 without a status code',
    allOf(hasCode(554), isNot(hasEnhancedCode(/./))),
    'blocked',
    ['554 Transaction failed'],
  ),
  rule(toMessage, 'another 5xx', isPermanent, 'blocked', [
    '550 Rejected',
    '552 5.3.4 Message too big',
    '550 5.4.1 Access denied',
  ]),
  rule(toMessage, 'another 4xx', isTemporary, 'later', [
    '450 4.2.1 Greylisted',
    '451 4.3.0 Try again',
    '452 4.3.1 Out of disk space',
    '450 4.7.1 Greylisted',
  ]),
];

/** The last stage of a connection that ended early, and the last reply. */
export interface SmtpEnding {
  stage: MailStage;
  reply: SmtpReply | null;
}

export const meaningOf = ({ stage, reply }: SmtpEnding): ReplyMeaning =>
  smtpReplyRules.find(({ stages, matches }) => stages.includes(stage) && matches(reply))?.meaning ??
  (stage === 'dot' ? 'unknown' : 'host_fails');

/** What happens to an email, to its prospect and to its mailbox. */
export type EmailConsequence =
  | { kind: 'accepted' | 'bounced' | 'blocked' | 'unknown' }
  | { kind: 'deferred'; minutes: number; isSoftBounce: boolean }
  | { kind: 'held'; reason: 'mailbox_full' | 'too_many_tries' }
  /** The email is released, and the mailbox rests: for some minutes, or until its next day. */
  | { kind: 'rest'; minutes: number | null; reason: string }
  /** The email is released, and the mailbox sends nothing until a user has fixed it. */
  | { kind: 'needs_attention'; reason: string };

const hour = 60;
const day = 24 * hour;
export const laterMinutes = [15, hour, 4 * hour, day] as const;
export const fullMinutes = [day, 2 * day] as const;
const restMinutes = [1, 5, 15, 60] as const;
const maxFailingMinutes = 60;

interface FailureHistory {
  /** Temporary failures of this email before this one. */
  tries: number;
  /** How long its mailbox has been failing. */
  failingMinutes: number;
}

export function consequenceOf(
  ending: SmtpEnding,
  { tries, failingMinutes }: FailureHistory,
): EmailConsequence {
  const meaning = meaningOf(ending);
  switch (meaning) {
    case 'accepted':
    case 'bounced':
    case 'blocked':
    case 'unknown':
      return { kind: meaning };
    case 'later':
      return tries < laterMinutes.length
        ? { kind: 'deferred', minutes: laterMinutes[tries]!, isSoftBounce: false }
        : { kind: 'held', reason: 'too_many_tries' };
    case 'mailbox_full':
      return tries < fullMinutes.length
        ? { kind: 'deferred', minutes: fullMinutes[tries]!, isSoftBounce: true }
        : { kind: 'held', reason: 'mailbox_full' };
    case 'host_fails':
      return failingMinutes < maxFailingMinutes
        ? { kind: 'rest', minutes: restAfter(failingMinutes), reason: ending.stage }
        : { kind: 'needs_attention', reason: ending.stage };
    case 'limit_reached':
      return { kind: 'rest', minutes: null, reason: 'limit' };
    case 'sign_in_fails':
      return { kind: 'needs_attention', reason: 'auth' };
    case 'sender_refused':
      return { kind: 'needs_attention', reason: 'sender' };
    case 'host_forbidden':
      return { kind: 'needs_attention', reason: 'forbidden' };
  }
}

/** One rest follows another. This is the first rest that the failing time has not passed yet. */
function restAfter(failingMinutes: number): number {
  let rested = 0;
  for (const minutes of restMinutes) {
    rested += minutes;
    if (failingMinutes < rested) return minutes;
  }
  return restMinutes.at(-1)!;
}

const minuteMs = 60_000;
/** An unknown email is looked for these minutes after its handover. */
const lookMinutes = [1, 5, 30, 6 * hour, day];

/** The time of the next look; null after the last one, because then a user decides. */
export function nextLook(unknownSince: Date, at: Date): Date | null {
  const times = lookMinutes.map((minutes) => unknownSince.getTime() + minutes * minuteMs);
  const next = times.find((time) => time > at.getTime());
  return next === undefined ? null : new Date(next);
}
