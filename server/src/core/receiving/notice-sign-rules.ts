import type { ParsedMessage } from './message.ts';
import {
  mailerNames,
  mailerTitles,
  mentions,
  noticeWords,
  operatorNames,
} from './notice-word-rules.ts';
import { noticeOf } from './recipient-rules.ts';

const any = (rows: string[]) => `(?:${rows.join('|')})`;
const words = (pick: 'subjects' | 'delaySubjects' | 'introductions') =>
  any(noticeWords.flatMap((language) => language[pick]));

const mailerName = new RegExp(`^${any(mailerNames)}$`, 'iu');
/** In a return path, "bounces+7@acme.com" only means that a service sent the message. */
const daemonName = /^(?:mailer[-_. ]?daemon|mail[-_. ]?daemon|mdaemon)$/i;
const operatorName = new RegExp(`^${any(operatorNames)}$`, 'iu');
const mailerTitle = new RegExp(`^\\W{0,3}${any(mailerTitles)}`, 'iu');
const replyPrefix =
  /^\s*(?:re|aw|antw|antwort|rv|res|r|sv|vs|odp|ynt|fwd?|wg|tr|enc|i|fs|vl|pd|vb|doorst|ilt|転送|返信)\s*(?:\[\d+\])?\s*[:：]/i;
/** Gateways put "[SPAM]" or "EXTERNAL:" before a subject. */
const mark = String.raw`^\s*(?:[^\p{L}\s]{0,3}(?:spam|external|extern|suspected spam)[^\p{L}\s]{1,4}\s*)?[^\p{L}\p{N}\s]{0,3}\s*`;
const bounceSubject = new RegExp(mark + words('subjects'), 'iu');
const delaySubject = new RegExp(mark + words('delaySubjects'), 'iu');
const introduction = new RegExp(words('introductions'), 'iu');

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
  const local = localOf(from?.address ?? headers['from'] ?? '');
  const returnLocal = localOf(headers['return-path'] ?? '');
  return {
    isFromMailer: mailerName.test(local) || daemonName.test(returnLocal),
    isFromOperator:
      (!hasPrefix || hasEmptyReturnPath) &&
      (operatorName.test(local) ||
        operatorName.test(returnLocal) ||
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
  const isPersonal =
    greeting.test(start.trimStart()) && !signs.hasEmptyReturnPath && !isAutomatic(message);
  if (signs.isFromOperator)
    return hasSubject || (!isPersonal && (hasIntroduction || (hasReply && mention.test(start))));
  if (signs.hasEmptyReturnPath) return hasSubject || (hasReply && hasIntroduction);
  if (isAutomatic(message)) return hasIntroduction && (hasSubject || hasReply);
  // A person may write about a notice, or forward it: then their own words come first.
  return (
    hasSubject &&
    hasReply &&
    message.inReplyTo === null &&
    message.originalMessageId !== null &&
    !isPersonal &&
    introduction.test(start.slice(0, 300))
  );
}

const isAutomatic = ({ headers, from }: ParsedMessage) =>
  /^auto-/i.test(headers['auto-submitted'] ?? '') ||
  /multipart\/report/i.test(headers['content-type'] ?? '') ||
  /^(?:no-?_?\.?reply|do-?not-?reply)/i.test(from?.address ?? '');
