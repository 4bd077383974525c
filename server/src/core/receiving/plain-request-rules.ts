import {
  contrasts,
  dataRequests,
  endings,
  interests,
  listNouns,
  replacements,
} from './plain-request-word-rules.ts';
import { isAnyRequest, isBeside, plainText, sentencesOf } from './stop-rules.ts';

/** Longer texts are about more than the request. */
const maxLength = 1_500;
const maxSentences = 40;
const maxClause = 240;
const maxQuotes = 20;

const any = (rows: readonly string[]) => `(?:${rows.join('|')})`;
const word = (rows: readonly string[]) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${any(rows)}(?![\p{L}\p{N}])`, 'u');
const endsMail = new RegExp(any([...endings, ...listNouns]), 'u');
const contrast = new RegExp(String.raw`^(?:and )?${any(contrasts)}(?![\p{L}\p{N}])`, 'u');
const replacement = word(replacements);
const interest = word(interests);
const dataRequest = word(dataRequests);
/** The words of someone else. */
const quotation = /["“”„«‹][^"“”„«»‹›]{1,300}["“”»›]/gu;
const address = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,120}/g;
/** Before a request of people who write without marks: "not interested pls delete my address". */
const pleases =
  /(?<![\p{L}])(?:please|pls|plz|bitte|por favor|svp|per favore|proszę|lütfen)(?![\p{L}])/iu;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/**
 * The sentence of a longer text that asks for no more emails, or null. It must name the list or say that emails
 * should end. The text must not contain a question, another email address, or words that take the request back.
 */
export function plainRequestIn(text: string, from: { address: string } | null): string | null {
  if (text.length > maxLength || (text.match(/["“”„«»]/gu)?.length ?? 0) > maxQuotes) return null;
  const own = text.replaceAll(quotation, ' … ');
  const others = (own.match(address) ?? []).filter(
    (each) => each.toLowerCase() !== from?.address.toLowerCase(),
  );
  const plain = plainText(own);
  if (others.length > 0 || interest.test(plain) || replacement.test(plain)) return null;
  let request: string | null = null;
  let sentences = 0;
  for (const sentence of own.split(/(?<=[.!?。！？\n])/u)) {
    const clauses = sentencesOf(sentence).flatMap((clause) => {
      const [before = '', ...parts] = clause.split(pleases);
      return isBeside(before) ? parts : [clause];
    });
    sentences += clauses.length;
    if (sentences > maxSentences) return null;
    const at = clauses.findIndex(isPlainRequest);
    const isOfData = dataRequest.test(plainText(sentence));
    const isRequested = at >= 0 || isOfData;
    // A question shows interest, unless it is the request: "Would you mind taking me off your list?"
    if (!isRequested && /[?？]\s*$/u.test(sentence)) return null;
    const after = request === null ? clauses.slice(at + 1) : clauses;
    if ((request !== null || at >= 0) && after.some((clause) => contrast.test(plainText(clause))))
      return null;
    if (isRequested) request ??= isOfData && at < 0 ? sentence.trim() : clauses[at]!.trim();
  }
  return request;
}

function isPlainRequest(clause: string): boolean {
  if (clause.length > maxClause) return false;
  const plain = plainText(clause);
  const isLong = unspaced.test(plain) ? plain.length >= 6 : plain.split(' ').length >= 3;
  return isLong && endsMail.test(plain) && isAnyRequest(clause);
}
