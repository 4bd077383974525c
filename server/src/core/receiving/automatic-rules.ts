import type { ParsedMessage } from './message.ts';
import type { PhrasePatterns } from './phrase-patterns.ts';

interface ProgramHeader {
  evidence: string;
  /** Whether the program answers a message (RFC 3834), rather than writing by itself. */
  isReply: boolean;
}

/** The header that says that a program wrote the message (RFC 3834 or older). */
export function findProgramHeader(
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
  // A newsletter. A message of a person through a mailing list has In-Reply-To.
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
export const isAcknowledgement = (
  subject: string,
  text: string,
  phrases: PhrasePatterns,
): boolean => phrases.acknowledgedSubject.test(subject) || phrases.acknowledgedText.test(text);

/** Evidence of a program in the sender or subject. */
export function findAcknowledgement(
  { from, headers, ownWords }: ParsedMessage,
  subject: string,
  phrases: PhrasePatterns,
): string | null {
  const local = from?.address.split('@')[0] ?? '';
  if (phrases.automaticSender.test(local)) return `Sender ${from!.address}`;
  const words = ownWords.slice(0, 4_096);
  const isConfirmed =
    phrases.acknowledgedText.test(words) || headers['x-auto-response-suppress'] !== undefined;
  const isChallenge = phrases.challengeSubject.test(subject) && phrases.proof.test(words);
  return isChallenge ||
    (phrases.acknowledgedSubject.test(subject) && isConfirmed && !isPersonal(words, phrases))
    ? `Subject starts with "${subject.slice(0, 30).trim()}"`
    : null;
}

/** A question in a short text, or a word about oneself. */
const isPersonal = (text: string, { personal }: PhrasePatterns): boolean =>
  (text.length < 300 && /[?？]/u.test(text)) || personal.test(text.replaceAll('’', "'"));

/** Reads whether a subject names an absence or an automatic answer. */
export function readAbsenceSubject(
  subject: string,
  { awaySubject, autoSubject, markedSubject }: PhrasePatterns,
): { isAway: boolean; isMarked: boolean } | null {
  const isAway = awaySubject.test(subject);
  if (!isAway && !autoSubject.test(subject)) return null;
  return { isAway, isMarked: markedSubject.test(subject) };
}

/** The text of an automatic message is about an absence. */
export const isAbsenceText = (text: string, { awayText }: PhrasePatterns): boolean =>
  awayText.test(text.slice(0, 8_192));

/** Lotus Notes writes no header, but always the same sentences: "Bob is out of the office". */
export const isNotesAbsence = (subject: string, text: string): boolean =>
  /^(?:auto: )?[^\n:]{2,60} is out of the office\b/i.test(subject) &&
  /^\W{0,5}i (?:will be|am) out of the office (?:starting|from|until|till)\b/i.test(
    text.slice(0, 500),
  );

const maxLength = 2_000;
const openingLength = 250;

/** The person has left, or the address is not used any more. */
export const saysPersonLeft = (text: string, { left }: PhrasePatterns): boolean =>
  left.test(text.slice(0, 4_096));

/**
 * The sentence "this is an automatic reply" of a text. The text must begin like an automatic text and
 * have no question or comment.
 */
export function findAutomaticSentence(ownWords: string, phrases: PhrasePatterns): string | null {
  if (ownWords.length > maxLength || phrases.comment.test(ownWords)) return null;
  const declaration = phrases.declaration.exec(ownWords);
  if (!declaration) return null;
  const start = ownWords.slice(0, openingLength);
  if (
    !phrases.opening.test(start) &&
    !isAbsenceText(start, phrases) &&
    !saysPersonLeft(start, phrases)
  )
    return null;
  return declaration[0].replaceAll(/^[\s.!。！)*("'_-]+/gu, '').slice(0, 60);
}

/** Headers of programs that answer. */
export const replyHeaders = [
  'x-autoreply',
  'x-auto-reply',
  'x-autoreply-from',
  'x-autorespond',
  'x-autoresponder',
  'x-autoresponse',
  'x-mail-autoreply',
  'x-vacation',
];

/** Headers of programs that write by themselves: ticket systems, mailing lists. */
export const programHeaders = [
  'x-autogenerated',
  'x-fc-machinegenerated',
  'x-jira-fingerprint',
  'x-list-administrivia',
  'x-otrs-loop',
  'x-servicenow-generated',
];
