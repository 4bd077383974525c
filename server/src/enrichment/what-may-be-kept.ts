import { getDomain, parse } from 'tldts';
import { instructionIn } from './instructions-in-text.ts';
import { plain, sharesRun } from './plain-form.ts';

/** What a text of the model is held against. */
export interface Given {
  /** Profile and pages, which must justify what the text mentions. */
  data: string;
  /** What the workspace itself has asked for; a link that stands there may be written. */
  wishes: string;
  /** What the model was told by us, which is nobody's business. */
  system: string;
  /** By what its data were delimited. */
  marker: string;
}

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029\uFFFD]/u;
const link = /[a-z0-9+.-]:\/\/|\bwww\.|\bmailto:|\bjavascript:|\bdata:[a-z]+\//iu;
const address = /[^\s@]@[^\s@]+\.[^\s@]/u;
const markup = /<[a-z!/?]|&(?:#\d+|#x[0-9a-f]+|[a-z]{2,8});/iu;
const markdown = /\]\(|```|`[^`]*`|\*\*|^#{1,6} |!\[/mu;
const placeholder = /[{[]|<[^<>]*>|%[A-Z_]{2,}%|__|\bX{3,}\b/u;
const header =
  /^[^\S\r\n]*(?:subject|to|from|cc|bcc|reply-to|date|content-type|x-[\w-]+|betreff|an|von|objet|asunto|oggetto|assunto)[^\S\r\n]*:/imu;
const ofItself =
  /\bas an ai\b|\blanguage model\b|\bsystem prompt\b|\bmy (?:instructions|guidelines|programming)\b|\bi(?: am|'m|’m) (?:sorry|unable|not able)\b|\bi can(?:not|'t|’t) (?:help|assist|comply|fulfil|provide|write)|\bals ki\b|\bsprachmodell\b/iu;
const domainLike = /(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,24}(?![\p{L}\p{N}-])/gu;
const phone = /(?:\+|\b00)\d[\d\s()./-]{6,}\d|(?<![\d.,])\(?\d{2,5}\)?[\s./-]\d[\d\s./-]{4,}\d/gu;

/** Twice what any answer may hold: a bound on the work, not on the answer. */
const maxLength = 1_200;

/** Why a text of the model is not kept, in a sentence for the workspace's people; or nothing. */
export function objectionTo(text: string, given: Given): string | undefined {
  if (text.length > maxLength) return 'it is too long';
  if (invisible.test(text)) return 'it holds characters that cannot be seen';
  if (link.test(without(text, given.wishes, /\S{0,40}(?::\/\/|www\.)\S*/giu)))
    return 'it holds a link';
  if (address.test(without(text, given.wishes, /[^\s@]{1,64}@[^\s@]+/gu)))
    return 'it holds an address';
  if (strangeDomain(text, given)) return 'it names a website that nobody mentioned';
  if (strangeNumber(text, given)) return 'it holds a telephone number';
  if (markup.test(text)) return 'it holds HTML';
  if (markdown.test(text)) return 'it holds formatting';
  if (placeholder.test(text)) return 'it holds a placeholder';
  if (header.test(text)) return 'it holds a header of a mail';
  if (ofItself.test(text)) return 'the model speaks of itself';
  if (text.includes(given.marker) || sharesRun(text, given.system, 8))
    return 'it tells how the model was asked';
  if (instructionIn(text, 'profile')) return 'it reads like an instruction to a model';
  return undefined;
}

/** The text without those parts that the wishes have as well. */
const without = (text: string, wishes: string, part: RegExp): string =>
  text.replaceAll(part, (found) =>
    wishes.includes(found.replace(/(?<![.,;:!?)])[.,;:!?)]+$/u, '')) ? '' : found,
  );

const strangeDomain = (text: string, { data, wishes }: Given): boolean => {
  const named = (text.match(domainLike) ?? []).filter(
    (found) => parse(found).isIcann === true && getDomain(found) !== null,
  );
  if (named.length === 0) return false;
  const known = plain(`${data}\n${wishes}`);
  return named.some((found) => !known.includes(plain(found)));
};

const strangeNumber = (text: string, { wishes }: Given): boolean =>
  (text.match(phone) ?? []).some((found) => {
    const digits = found.replaceAll(/\D/g, '');
    const isAmount = /^\d{1,3}(?:[ .]\d{3})+$/.test(found.trim());
    const areYears = /^(?:19|20)\d\d\s?[-/.]\s?(?:19|20)\d\d$/.test(found.trim());
    const isDate = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/.test(found.trim());
    const isWished = wishes.replaceAll(/\D/g, '').includes(digits);
    return digits.length >= 7 && !isAmount && !areYears && !isDate && !isWished;
  });
