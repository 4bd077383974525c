import {
  findAcknowledgement,
  findAutomaticSentence,
  findProgramHeader,
  isAbsenceText,
  isAcknowledgement,
  isNotesAbsence,
  readAbsenceSubject,
  saysPersonLeft,
} from './automatic-rules.ts';
import { decideNotice, readPlainStatuses } from './bounce-rules.ts';
import type { MessageDecision, ParsedMessage } from './message.ts';
import { isPlainNotice, type NoticeSigns, noticeSigns } from './notice-sign-rules.ts';
import type { PhrasePatterns } from './phrase-patterns.ts';
import { returnDateIn } from './return-date-rules.ts';
import { isProgramRequest, isStopRequest, plainRequestIn } from './stop-rules.ts';

/** The addresses of the mailbox, and the subjects of the emails that it sent. */
export interface OwnMail {
  addresses: readonly string[];
  subjects: readonly string[];
}

/** Decides the kind of a message. The first rule that applies decides. */
export function classifyMessage(
  message: ParsedMessage,
  ours: OwnMail,
  phrases: PhrasePatterns,
): MessageDecision {
  const addresses = new Set(ours.addresses.map((address) => address.toLowerCase()));
  const signs = noticeSigns(message, phrases);
  return (
    decideReport(message, signs, addresses, phrases) ??
    decidePlainNotice(message, signs, addresses, phrases) ??
    decideAutomatic(message, signs, ours, phrases) ??
    decideUnsubscribe(message, phrases) ??
    decisionOf('human', [
      message.isHeaderOnly ? 'The body could not be read' : 'Looks like a personal reply',
    ])
  );
}

const decisionOf = (
  kind: MessageDecision['kind'],
  evidence: string[],
  rest: Partial<MessageDecision> = {},
): MessageDecision => ({
  kind,
  permanent: false,
  recipients: [],
  originalMessageId: null,
  returnDate: null,
  evidence,
  ...rest,
});

/** Decides by the parts of the message. */
function decideReport(
  message: ParsedMessage,
  signs: NoticeSigns,
  ours: ReadonlySet<string>,
  phrases: PhrasePatterns,
): MessageDecision | null {
  const isReport = /multipart\/report/i.test(message.headers['content-type'] ?? '');
  const isMachine =
    isReport ||
    signs.isFromMailer ||
    signs.isFromOperator ||
    signs.hasEmptyReturnPath ||
    signs.hasBounceSubject ||
    signs.hasDelaySubject;
  const isAutomatic = /^auto-/i.test(message.headers['auto-submitted'] ?? '');
  // A message in which a person forwards a report has the same parts, but is no report.
  if (message.report === 'delivery' && (isMachine || isAutomatic)) {
    const statuses =
      message.deliveryStatus.length > 0
        ? message.deliveryStatus
        : readPlainStatuses(message, signs, ours, phrases);
    const decision = decideNotice(message, statuses, ours, phrases);
    return { ...decision, evidence: ['Delivery status part', ...decision.evidence] };
  }
  if (message.complaint && (isReport || isAutomatic || message.inReplyTo === null))
    return decideComplaint(message);
  const service = complaintService(message);
  if (service)
    return decisionOf('complaint', [`Complaint from ${service}`], {
      recipients: message.originalRecipients ?? [],
      originalMessageId: message.originalMessageId,
    });
  if (message.report === 'calendar') return decisionOf('automatic', ['Answer to an invitation']);
  if (message.report === 'receipt') return decisionOf('automatic', ['Read receipt']);
  return null;
}

/** A report about failed authentication or about mail that is not spam is no complaint of a recipient. */
function decideComplaint({ complaint }: ParsedMessage): MessageDecision {
  const { type = 'abuse', recipients, originalMessageId } = complaint!;
  const kind = /^(?:auth-failure|not-spam)$/.test(type) ? 'automatic' : 'complaint';
  return decisionOf(kind, [`Feedback report: ${type}`], { recipients, originalMessageId });
}

/** The service that sent a complaint in a format of its own, or null. */
function complaintService({ from, subject }: ParsedMessage): string | null {
  const isHotmail =
    /^staff@(?:hotmail|outlook|live)\./.test(from?.address ?? '') &&
    /^complaint about message from/i.test(subject);
  if (isHotmail) return 'Outlook.com';
  return /^\[spamcop \(/i.test(subject) ? 'SpamCop' : null;
}

function decidePlainNotice(
  message: ParsedMessage,
  signs: NoticeSigns,
  ours: ReadonlySet<string>,
  phrases: PhrasePatterns,
): MessageDecision | null {
  if (!isPlainNotice(message, signs, phrases)) return null;
  const statuses =
    message.deliveryStatus.length > 0
      ? message.deliveryStatus
      : readPlainStatuses(message, signs, ours, phrases);
  const decision = decideNotice(message, statuses, ours, phrases);
  const noticeEvidence = [
    (signs.isFromMailer || signs.isFromOperator) &&
      `Sender ${message.from?.address ?? 'is a mail server'}`,
    signs.hasEmptyReturnPath && 'Empty return path',
    (signs.hasBounceSubject || signs.hasDelaySubject) && 'Subject of a delivery notice',
    message.headers['x-failed-recipients'] && 'X-Failed-Recipients header',
  ].filter((each) => typeof each === 'string' && each !== '') as string[];
  return { ...decision, evidence: [...noticeEvidence, ...decision.evidence] };
}

function decideAutomatic(
  message: ParsedMessage,
  signs: NoticeSigns,
  ours: OwnMail,
  phrases: PhrasePatterns,
): MessageDecision | null {
  const subject = ownSubject(message.subject, ours);
  const text = `${subject}\n${message.ownWords || message.text}`.slice(0, 8_192);
  const absence = readAbsenceSubject(subject, phrases);
  const header = findProgramHeader(message, absence !== null);
  const isProgram = header !== null || signs.hasEmptyReturnPath;
  // Without a header, the subject must be marked as a program marks it, or the text must agree with it.
  const counts =
    absence !== null && (isProgram || absence.isMarked || isAbsenceText(message.ownWords, phrases));
  const hasAwaySubject = (counts && absence.isAway) || isNotesAbsence(subject, message.text);
  const hasAutoSubject =
    (counts && !absence.isAway) || (isProgram && /^\s{0,3}auto(?:matic)?\s?:/i.test(subject));
  const automaticSentence = findAutomaticSentence(message.ownWords, phrases);
  const evidence = [
    ...(header === null ? [] : [header.evidence]),
    ...(signs.hasEmptyReturnPath ? ['Empty return path'] : []),
    ...(hasAwaySubject || hasAutoSubject
      ? [`Subject starts with "${subject.slice(0, 30).trim()}"`]
      : []),
    ...(automaticSentence === null ? [] : [`Text: "${automaticSentence}"`]),
  ];
  if (evidence.length === 0) {
    const sign = findAcknowledgement(message, subject, phrases);
    return sign === null ? null : decisionOf('automatic', [sign]);
  }
  const isAnswer = hasAutoSubject || header?.isReply === true;
  const isGenerated = header?.isReply === false && !hasAutoSubject;
  const isAway =
    hasAwaySubject ||
    (!isGenerated && isAbsenceText(text, phrases)) ||
    (isAnswer && !isAcknowledgement(subject, text, phrases));
  if (!isAway) return decisionOf('automatic', evidence);
  const today = (message.sentAt ?? new Date(0)).toISOString().slice(0, 10);
  const returnDate = message.sentAt === null ? null : returnDateIn(text, today, phrases);
  // A person who has left does not come back, even if the subject names an absence.
  if (returnDate === null && saysPersonLeft(text, phrases))
    return decisionOf('automatic', evidence);
  return decisionOf(
    'away',
    returnDate === null ? evidence : [...evidence, `Back on ${returnDate}`],
    { returnDate },
  );
}

/** The subject, or '' if it repeats the subject of our email, whose words say nothing about the answer. */
function ownSubject(subject: string, { subjects }: OwnMail): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return subjects.some((ours) => ours.trim() !== '' && plain(subject) === plain(ours))
    ? ''
    : subject;
}

/** Finds a request to get no more emails, alone or with sentences that do not revoke it. */
function decideUnsubscribe(
  { isHeaderOnly, ownWords, subject, from }: ParsedMessage,
  phrases: PhrasePatterns,
): MessageDecision | null {
  if (isHeaderOnly) return null;
  const hasWords = ownWords.trim() !== '' && !isProgramRequest(subject, ownWords, phrases);
  const request = hasWords ? ownWords.trim() : subject;
  const requestText = isStopRequest(request, from, phrases)
    ? request
    : plainRequestIn(ownWords, from, phrases);
  if (requestText === null) return null;
  const quoted = requestText.replaceAll(/\s+/g, ' ');
  return decisionOf('unsubscribe', [`${hasWords ? 'Text' : 'Subject'}: "${quoted}"`]);
}
