import { isAbsence } from './absence-rules.ts';
import { declarations, leftTexts, openings } from './declared-word-rules.ts';

const any = (rows: string[]) => `(?:${rows.join('|')})`;
const declaration = new RegExp(
  String.raw`(?:^|[.!。！)*]|\n)[\s*("'_-]{0,12}${any(declarations)}`,
  'iu',
);
const opening = new RegExp(any(openings), 'iu');
const left = new RegExp(any(leftTexts), 'iu');
/** What a person adds who passes on the words of a program. */
const comment =
  /[?？]|\b(?:fyi|fwd|i got|i received|see below|siehe unten|ich bekam|ich habe .{1,30} (?:bekommen|erhalten)|j'ai reçu|he recibido|ho ricevuto|recebi)\b/iu;
const maxLength = 2_000;
const openingLength = 250;

/** The person has left, or the address is not used any more. */
export const isLeft = (text: string): boolean => left.test(text.slice(0, 4_096));

/**
 * A text without any header of a program that says itself that it is automatic: it begins as such texts do,
 * and nothing in it is a question or a comment.
 */
export function declaredAutomatic(ownWords: string): string | null {
  if (ownWords.length > maxLength || comment.test(ownWords)) return null;
  const said = declaration.exec(ownWords);
  if (!said) return null;
  const start = ownWords.slice(0, openingLength);
  if (!opening.test(start) && !isAbsence(start) && !isLeft(start)) return null;
  return said[0].replaceAll(/^[\s.!。！)*("'_-]+/gu, '').slice(0, 60);
}
