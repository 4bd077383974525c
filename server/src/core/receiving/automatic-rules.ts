import {
  acknowledgedSubjects,
  acknowledgedTexts,
  automaticSenders,
  challengeSubjects,
  challengeTexts,
  listSenders,
  personalWords,
  programHeaders,
  proofTexts,
  replyHeaders,
} from './automatic-word-rules.ts';
import type { ParsedMessage } from './message.ts';

const any = (rows: string[]) => `(?:${rows.join('|')})`;
const acknowledgedSubject = new RegExp(
  String.raw`^\W{0,3}(?:\[[^\]\n]{1,40}\]\s*)?${any(acknowledgedSubjects)}`,
  'iu',
);
const acknowledgedText = new RegExp(any(acknowledgedTexts), 'iu');
const challengeText = new RegExp(any(challengeTexts), 'iu');
const challengeSubject = new RegExp(any(challengeSubjects), 'iu');
const proofText = new RegExp(any(proofTexts), 'iu');
const personalWord = new RegExp(
  String.raw`(?<![\p{L}\p{N}'-])${any(personalWords)}(?![\p{L}\p{N}-])`,
  'iu',
);
const automaticSender = new RegExp(`^${any(automaticSenders)}$`, 'iu');
const listSender = new RegExp(`^${any(listSenders)}$`, 'iu');

interface ProgramHeader {
  evidence: string;
  /** It answers a message, as RFC 3834 calls it, rather than writing by itself. */
  isReply: boolean;
}

/** The header by which a program says that it wrote the message (RFC 3834, and older ones). */
export function programHeader(
  { headers, inReplyTo }: ParsedMessage,
  hasAutomaticSubject: boolean,
): ProgramHeader | null {
  const isSet = (name: string) => !/^(?:|no|false|0)$/i.test(headers[name]?.trim() ?? '');
  const submitted = headers['auto-submitted'] ?? '';
  if (/^\s*auto-/i.test(submitted))
    return {
      evidence: `Auto-Submitted header: ${submitted.split(';')[0]!.trim()}`,
      isReply: !/auto-(?:generated|notified)/i.test(submitted),
    };
  const reply = replyHeaders.find(isSet);
  if (reply) return { evidence: `${reply} header`, isReply: true };
  const precedence = headers['precedence'] ?? '';
  if (/^(?:auto[_-]?reply|junk)$/i.test(precedence))
    return { evidence: `Precedence header: ${precedence.toLowerCase()}`, isReply: true };
  // A newsletter. A person who writes through a mailing list answers something.
  if (/^bulk$/i.test(precedence) && isSet('list-unsubscribe') && inReplyTo === null)
    return { evidence: 'Precedence header: bulk', isReply: false };
  // Exchange sets it on messages of people too.
  if (isSet('x-auto-response-suppress') && hasAutomaticSubject)
    return { evidence: 'X-Auto-Response-Suppress header', isReply: true };
  const program = programHeaders.find(isSet);
  return program
    ? { evidence: `${program} header`, isReply: /repl(?:y|ied)|vacation/i.test(headers[program]!) }
    : null;
}

/** The message confirms a receipt or asks for a confirmation. */
export const isAcknowledged = (subject: string, text: string): boolean =>
  acknowledgedSubject.test(subject) || acknowledgedText.test(text) || challengeText.test(text);

/** A program that says so only by its sender or subject. */
export function acknowledgementIn(message: ParsedMessage, subject: string): string | null {
  const { from, headers } = message;
  const local = from?.address.split('@')[0] ?? '';
  const isOfList =
    (headers['list-id'] !== undefined || headers['precedence'] !== undefined) &&
    listSender.test(local);
  if (automaticSender.test(local) || isOfList) return `Sender ${from!.address}`;
  const isConfirmed =
    acknowledgedText.test(message.ownWords.slice(0, 4_096)) ||
    headers['x-auto-response-suppress'] !== undefined;
  const words = message.ownWords.slice(0, 4_096);
  const isChallenge = challengeSubject.test(subject) && proofText.test(words);
  return isChallenge || (acknowledgedSubject.test(subject) && isConfirmed && !isPersonal(words))
    ? `Subject starts with "${subject.slice(0, 30).trim()}"`
    : null;
}

/** A question in a short text, or a word about oneself. */
const isPersonal = (text: string): boolean =>
  (text.length < 300 && /[?？]/u.test(text)) || personalWord.test(text.replaceAll('’', "'"));
