import { answersIn, isBeforeRecipient } from './answer-rules.ts';
import { readDeliveryStatus } from './delivery-status-rules.ts';
import { codeOf, permanenceOf } from './failure-rules.ts';
import type { Decision, DeliveryStatus, ParsedMessage } from './message.ts';
import {
  delayTexts,
  finalTexts,
  mailerNames,
  mailerTitles,
  mentions,
  noticeWords,
  operatorNames,
} from './notice-word-rules.ts';
import { noticeOf, recipientsIn, segmentsOf } from './recipient-rules.ts';

const any = (rows: string[]) => `(?:${rows.join('|')})`;
const words = (pick: 'subjects' | 'delaySubjects' | 'introductions') =>
  any(noticeWords.flatMap((language) => language[pick]));

const mailerName = new RegExp(`^${any(mailerNames)}$`, 'iu');
const operatorName = new RegExp(`^${any(operatorNames)}$`, 'iu');
const mailerTitle = new RegExp(`^\\W{0,3}${any(mailerTitles)}`, 'iu');
const replyPrefix =
  /^\s*(?:re|aw|antw|antwort|rv|res|r|sv|vs|odp|ynt|fwd?|wg|tr|enc|i|fs|vl|pd|vb|doorst|ilt|転送|返信)\s*(?:\[\d+\])?\s*[:：]/i;
/** Gateways put "[SPAM]" or "EXTERNAL:" before a subject. */
const mark = String.raw`^\s*(?:[^\p{L}\s]{0,3}(?:spam|external|extern|suspected spam)[^\p{L}\s]{1,4}\s*)?[^\p{L}\p{N}\s]{0,3}\s*`;
const bounceSubject = new RegExp(mark + words('subjects'), 'iu');
const delaySubject = new RegExp(mark + words('delaySubjects'), 'iu');
const introduction = new RegExp(words('introductions'), 'iu');
const delayText = new RegExp(any(delayTexts), 'iu');
const finalText = new RegExp(any(finalTexts), 'iu');

/** Codes that mail servers use; a telephone number is none. */
const smtpReply =
  /(?:^|[\s>:(#"'[])(?:(?:4(?:21|5\d)|5(?:[0-3]\d|5\d|7\d))(?: |-(?=[45]\.|\D))\S|#?[45]\.[0-7]\.\d{1,3}(?!\d|\.\d))|said: ?[45]\d\d|<<< ?[45]\d\d|error_code ?:/im;
/** An ordinary word that many notices have, and people too. */
const mention = new RegExp(any(mentions), 'iu');
const greeting =
  /^\W{0,3}(?:hi|hello|hey|dear|good (?:morning|day|afternoon)|hallo|guten|sehr geehrte|liebe|bonjour|salut|hola|buen|estimad|ciao|buongiorno|gentile|olá|prezad|beste|hej|hei|cześć|dzień|szanown|здравствуйте|привет|добрый|您好|你好)\b/iu;

export interface NoticeSigns {
  /** By an address that no person has. */
  isFromMailer: boolean;
  /** By an address or a name that the person who looks after the server may have too. */
  isFromOperator: boolean;
  hasEmptyReturnPath: boolean;
  hasBounceSubject: boolean;
  hasDelaySubject: boolean;
}

export function noticeSigns({ from, headers, subject }: ParsedMessage): NoticeSigns {
  const hasPrefix = replyPrefix.test(subject);
  const hasEmptyReturnPath = /^<\s*>$/.test(headers['return-path'] ?? '');
  const locals = [
    localOf(from?.address ?? headers['from'] ?? ''),
    localOf(headers['return-path'] ?? ''),
  ];
  return {
    isFromMailer: locals.some((local) => mailerName.test(local)),
    isFromOperator:
      (!hasPrefix || hasEmptyReturnPath) &&
      (locals.some((local) => operatorName.test(local)) ||
        mailerTitle.test(from?.name ?? headers['from'] ?? '')),
    hasEmptyReturnPath,
    hasBounceSubject: !hasPrefix && bounceSubject.test(subject),
    hasDelaySubject: !hasPrefix && delaySubject.test(subject),
  };
}

/** "MAILER-DAEMON", "<bounce+1@acme.com>". */
const localOf = (value: string) =>
  /^\s*<?([^<>@\s]{1,200})(?:@|>?\s*(?:\(|$))/.exec(value)?.[1] ?? '';

/** Whether the message is a notice of delivery without a part that says so. */
export function isPlainNotice(message: ParsedMessage, signs: NoticeSigns): boolean {
  if (message.headers['x-failed-recipients'] !== undefined) return true;
  const hasSubject = signs.hasBounceSubject || signs.hasDelaySubject;
  const isFromServer = signs.isFromMailer || signs.isFromOperator;
  if (message.isHeaderOnly) return isFromServer && hasSubject;
  const start = noticeOf(message.text).slice(0, 4_000);
  const hasIntroduction = introduction.test(start);
  const hasReply = smtpReply.test(start);
  if (signs.isFromMailer) return hasSubject || hasIntroduction || hasReply || mention.test(start);
  if (signs.isFromOperator)
    return hasSubject || hasIntroduction || (hasReply && mention.test(start));
  if (signs.hasEmptyReturnPath) return hasSubject || (hasReply && hasIntroduction);
  if (isAutomatic(message)) return hasIntroduction && (hasSubject || hasReply);
  // A person may write about a notice, or forward it: then their own words come first.
  return (
    hasSubject &&
    hasReply &&
    message.inReplyTo === null &&
    message.originalMessageId !== null &&
    !greeting.test(start.trimStart()) &&
    introduction.test(start.slice(0, 300))
  );
}

const isAutomatic = ({ headers, from }: ParsedMessage) =>
  /^auto-/i.test(headers['auto-submitted'] ?? '') ||
  /multipart\/report/i.test(headers['content-type'] ?? '') ||
  /^(?:no-?_?\.?reply|do-?not-?reply)/i.test(from?.address ?? '');

/** A notice whose recipients are in its text. */
export function plainStatuses(
  message: ParsedMessage,
  signs: NoticeSigns,
  ours: ReadonlySet<string>,
): DeliveryStatus[] {
  const notice = noticeOf(message.text);
  const isDelay = signs.hasDelaySubject || (delayText.test(notice) && !finalText.test(notice));
  // Some servers write the fields of a status part into the text.
  const fields = /^[ \t]*final-recipient[ \t]*:/im.test(notice)
    ? readDeliveryStatus(notice, 50).filter(({ recipient }) => recipient !== '')
    : [];
  if (fields.length > 0) return fields;
  const recipients = recipientsIn(message, notice, ours);
  const segmentOf = segmentsOf(notice, recipients);
  return recipients.map((recipient) => {
    const answers = answersIn(segmentOf(recipient));
    return {
      recipient,
      action: isDelay ? 'delayed' : 'failed',
      status: codeOf(null, answers),
      diagnostic: answers === '' ? null : answers,
    };
  });
}

/** Decides about a notice: delayed, delivered, or a bounce that is permanent or not. */
export function decideNotice(
  message: ParsedMessage,
  statuses: DeliveryStatus[],
  ours: ReadonlySet<string>,
): Decision {
  const originalMessageId =
    message.originalMessageId ?? message.inReplyTo ?? message.references.at(-1) ?? null;
  const failed = statuses.filter(({ action }) => action === 'failed');
  const delayed = statuses.filter(({ action }) => action === 'delayed');
  const base = { permanent: false, originalMessageId, returnDate: null };
  if (failed.length === 0 && statuses.length > 0) {
    const kind = delayed.length > 0 ? ('delayed' as const) : ('automatic' as const);
    const about = delayed.length > 0 ? delayed : statuses;
    return {
      ...base,
      kind,
      recipients: namesOf(about, message, ours),
      evidence: about.slice(0, 5).map(evidenceOf),
    };
  }
  const notice = noticeOf(message.text);
  const recipients = failed.map(({ recipient }) => recipient);
  // What is said about the sender is not said about a recipient.
  const domains = recipients.map(domainOf);
  const senders = message.to
    .flatMap(({ address }) => [address, domainOf(address)])
    .filter((name) => !recipients.includes(name) && !domains.includes(name));
  const segmentOf = segmentsOf(notice, recipients);
  const unnamed: DeliveryStatus = {
    recipient: '',
    action: 'failed',
    status: null,
    diagnostic: null,
  };
  const permanent = (statuses.length > 0 ? failed : [unnamed]).filter((status) =>
    isPermanent(status, segmentOf(status.recipient), senders),
  );
  const about = permanent.length > 0 && statuses.length > 0 ? permanent : failed;
  return {
    ...base,
    kind: 'bounce',
    permanent: permanent.length > 0,
    recipients: namesOf(about, message, ours),
    evidence: about.slice(0, 5).map(evidenceOf),
  };
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/** By the answer of the server; if it says nothing, by the answers in the notice, the code, or the words of the notice. */
function isPermanent(
  { status, diagnostic }: DeliveryStatus,
  segment: string,
  senders: string[],
): boolean {
  const answers = [diagnostic ?? '', answersIn(segment)].filter((text) => /\p{L}{3}/u.test(text));
  if (isBeforeRecipient(segment)) return false;
  for (const text of answers) {
    const decided = permanenceOf({ status, text, senders });
    if (decided !== null) return decided;
  }
  return (
    permanenceOf({ status, text: '' }) ??
    permanenceOf({ status, text: withoutFields(segment) }) === true
  );
}

/** Without lines such as "Subject: …" that describe the returned message. */
const withoutFields = (text: string) =>
  text.replaceAll(
    /^[ \t]*(?:original |the )?(?:from|sender|subject|date|sent|message[- ]id|x-[\w-]{1,40}|\w{1,20}-mta)[ \t]*:[^\n]*$/gim,
    '',
  );

function namesOf(
  statuses: DeliveryStatus[],
  message: ParsedMessage,
  ours: ReadonlySet<string>,
): string[] {
  const named = statuses.flatMap(({ recipient, originalRecipient }) => [
    originalRecipient ?? '',
    recipient,
  ]);
  const found = [...new Set(named)].filter((address) => address !== '' && !ours.has(address));
  // Exchange wraps internal names into an address that nobody wrote to.
  const outside = found.filter((address) => !/^imcea\w{1,10}-/.test(address));
  if (outside.length > 0) return outside;
  return found.length > 0 && (message.originalRecipients ?? []).length === 0
    ? found
    : (message.originalRecipients ?? []).filter((address) => !ours.has(address));
}

function evidenceOf({ recipient, action, status, diagnostic }: DeliveryStatus): string {
  const code = codeOf(status, diagnostic ?? '');
  const whom = recipient === '' ? 'an unnamed recipient' : recipient;
  return code === null ? `Delivery ${action} for ${whom}` : `Status ${code} for ${whom}`;
}
