import { isAbsence } from './absence-rules.ts';
import type { Phrases } from './phrases.ts';

const maxLength = 2_000;
const openingLength = 250;

/** The person has left, or the address is not used any more. */
export const isLeft = (text: string, { left }: Phrases): boolean => left.test(text.slice(0, 4_096));

/**
 * The sentence by which a text without any header of a program says that it is automatic. The text begins as such
 * texts do, and nothing in it is a question or a comment.
 */
export function declaredAutomatic(ownWords: string, phrases: Phrases): string | null {
  if (ownWords.length > maxLength || phrases.comment.test(ownWords)) return null;
  const said = phrases.declaration.exec(ownWords);
  if (!said) return null;
  const start = ownWords.slice(0, openingLength);
  if (!phrases.opening.test(start) && !isAbsence(start, phrases) && !isLeft(start, phrases))
    return null;
  return said[0].replaceAll(/^[\s.!。！)*("'_-]+/gu, '').slice(0, 60);
}
