import { noticeOf } from './delivery-status-rules.ts';
import type { ParsedMessage } from './message.ts';
import type { PhrasePatterns } from './phrase-patterns.ts';

/** In a return path, "bounces+7@acme.com" only means that a service sent the message. */
const daemonName = /^(?:mailer[-_. ]?daemon|mail[-_. ]?daemon|mdaemon)$/i;
const replyPrefix =
  /^\s*(?:re|aw|antw|antwort|rv|res|r|sv|vs|odp|ynt|fwd?|wg|tr|enc|i|fs|vl|pd|vb|doorst|ilt|転送|返信)\s*(?:\[\d+\])?\s*[:：]/i;
/** Codes that mail servers use; a telephone number is none. */
const smtpReply =
  /(?:^|[\s>:(#"'[])(?:(?:4(?:21|5\d)|5(?:[0-3]\d|5\d|7\d))(?: |-(?=[45]\.|\D))\S|#?[45]\.[0-7]\.\d{1,3}(?!\d|\.\d))|said: ?[45]\d\d|<<< ?[45]\d\d|error_code ?:/im;
export interface NoticeSigns {
  /** Whether the sender's address belongs to no person. */
  isFromMailer: boolean;
  /** Whether the sender's address or name belongs to a server or its administrator. */
  isFromOperator: boolean;
  hasEmptyReturnPath: boolean;
  hasBounceSubject: boolean;
  hasDelaySubject: boolean;
}

export function noticeSigns(
  { from, headers, subject }: ParsedMessage,
  phrases: PhrasePatterns,
): NoticeSigns {
  const hasPrefix = replyPrefix.test(subject);
  const hasEmptyReturnPath = /^<\s*>$/.test(headers['return-path'] ?? '');
  const local = localOf(from?.address ?? headers['from'] ?? '');
  const returnLocal = localOf(headers['return-path'] ?? '');
  return {
    isFromMailer: phrases.mailerName.test(local) || daemonName.test(returnLocal),
    isFromOperator:
      (!hasPrefix || hasEmptyReturnPath) &&
      (phrases.operatorName.test(local) ||
        phrases.operatorName.test(returnLocal) ||
        phrases.mailerTitle.test(from?.name ?? headers['from'] ?? '')),
    hasEmptyReturnPath,
    hasBounceSubject: !hasPrefix && phrases.noticeSubject.test(subject),
    hasDelaySubject: !hasPrefix && phrases.delaySubject.test(subject),
  };
}

/** "MAILER-DAEMON", "<bounce+1@acme.com>". */
const localOf = (value: string) =>
  /^\s*<?([^<>@\s]{1,200})(?:@|>?\s*(?:\(|$))/.exec(value)?.[1] ?? '';

/** Whether the message is a notice of delivery without a part that says so. */
export function isPlainNotice(
  message: ParsedMessage,
  signs: NoticeSigns,
  phrases: PhrasePatterns,
): boolean {
  if (message.headers['x-failed-recipients'] !== undefined) return true;
  const hasSubject = signs.hasBounceSubject || signs.hasDelaySubject;
  const isFromServer = signs.isFromMailer || signs.isFromOperator;
  if (message.isHeaderOnly) return isFromServer && hasSubject;
  const start = noticeOf(message.text, phrases).slice(0, 4_000);
  const hasIntroduction = phrases.introduction.test(start);
  const hasReply = smtpReply.test(start);
  if (signs.isFromMailer) return hasSubject || hasIntroduction || hasReply;
  const isPersonal =
    phrases.letterStart.test(start.trimStart()) &&
    !signs.hasEmptyReturnPath &&
    !isAutomatic(message);
  if (signs.isFromOperator) return hasSubject || (!isPersonal && hasIntroduction);
  if (signs.hasEmptyReturnPath) return hasSubject || (hasReply && hasIntroduction);
  if (isAutomatic(message)) return hasIntroduction && (hasSubject || hasReply);
  // A person may write about a notice or forward it. Then the person's own words come first.
  return (
    hasSubject &&
    hasReply &&
    message.inReplyTo === null &&
    message.originalMessageId !== null &&
    !isPersonal &&
    phrases.introduction.test(start.slice(0, 300))
  );
}

const isAutomatic = ({ headers, from }: ParsedMessage) =>
  /^auto-/i.test(headers['auto-submitted'] ?? '') ||
  /multipart\/report/i.test(headers['content-type'] ?? '') ||
  /^(?:no-?_?\.?reply|do-?not-?reply)/i.test(from?.address ?? '');
