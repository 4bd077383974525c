import type { Phrases } from './phrases.ts';
import { isAnyRequest, isBeside, plainText, sentencesOf } from './stop-rules.ts';

/** Longer texts are about more than the request. */
const maxLength = 1_500;
const maxSentences = 40;
const maxClause = 240;
const maxQuotes = 20;

/** The words of someone else. */
const quotation = /["“”„«‹][^"“”„«»‹›]{1,300}["“”»›]/gu;
const address = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,120}/g;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/**
 * The sentence of a longer text that asks for no more emails, or null. It must name the list or say that emails
 * should end. The text must not contain a question, another email address, or words that take the request back.
 */
export function plainRequestIn(
  text: string,
  from: { address: string } | null,
  phrases: Phrases,
): string | null {
  if (text.length > maxLength || (text.match(/["“”„«»]/gu)?.length ?? 0) > maxQuotes) return null;
  const own = text.replaceAll(quotation, ' … ');
  const others = (own.match(address) ?? []).filter(
    (each) => each.toLowerCase() !== from?.address.toLowerCase(),
  );
  const plain = plainText(own);
  if (others.length > 0 || phrases.interest.test(plain) || phrases.replacement.test(plain))
    return null;
  let request: string | null = null;
  let sentences = 0;
  for (const sentence of own.split(/(?<=[.!?。！？\n])/u)) {
    const clauses = sentencesOf(sentence).flatMap((clause) => {
      const [before = '', ...parts] = clause.split(phrases.please);
      return isBeside(before, phrases) ? parts : [clause];
    });
    sentences += clauses.length;
    if (sentences > maxSentences) return null;
    const at = clauses.findIndex((clause) => isPlainRequest(clause, phrases));
    const isOfData = phrases.dataRequest.test(plainText(sentence));
    const isRequested = at >= 0 || isOfData;
    // A question shows interest, unless it is the request: "Would you mind taking me off your list?"
    if (!isRequested && /[?？]\s*$/u.test(sentence)) return null;
    const after = request === null ? clauses.slice(at + 1) : clauses;
    if (
      (request !== null || at >= 0) &&
      after.some((clause) => phrases.contrast.test(plainText(clause)))
    )
      return null;
    if (isRequested) request ??= isOfData && at < 0 ? sentence.trim() : clauses[at]!.trim();
  }
  return request;
}

function isPlainRequest(clause: string, phrases: Phrases): boolean {
  if (clause.length > maxClause) return false;
  const plain = plainText(clause);
  const isLong = unspaced.test(plain) ? plain.length >= 6 : plain.split(' ').length >= 3;
  return isLong && phrases.endsMail.test(plain) && isAnyRequest(clause, phrases);
}
