import type { Phrases } from './phrases.ts';

/** What a subject says of an absence or an automatic answer. */
export function absenceSubject(
  subject: string,
  { awaySubject, autoSubject, markedSubject }: Phrases,
): { isAway: boolean; isMarked: boolean } | null {
  const isAway = awaySubject.test(subject);
  if (!isAway && !autoSubject.test(subject)) return null;
  return { isAway, isMarked: markedSubject.test(subject) };
}

/** The text of an automatic message is about an absence. */
export const isAbsence = (text: string, { awayText }: Phrases): boolean =>
  awayText.test(text.slice(0, 8_192));

/** Notes writes no header, but always the same sentences: "Bob is out of the office". */
export const isNotesAbsence = (subject: string, text: string): boolean =>
  /^(?:auto: )?[^\n:]{2,60} is out of the office\b/i.test(subject) &&
  /^\W{0,5}i (?:will be|am) out of the office (?:starting|from|until|till)\b/i.test(
    text.slice(0, 500),
  );
