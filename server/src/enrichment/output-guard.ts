import { getDomain, parse } from 'tldts';
import { hasCommonPhrase, normalizeText } from './normalize-text.ts';
import { findInstruction } from './prompt-injection.ts';

export interface GuardContext {
  /** Profile and pages; the text may only mention domains from here. */
  data: string;
  /** Instructions of the workspace. Links and numbers in them are allowed. */
  wishes: string;
  /** Our system prompt, which must not leak. */
  system: string;
  /** Delimiter of the data. */
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
const selfReference =
  /\bas an ai\b|\blanguage model\b|\bsystem prompt\b|\bmy (?:instructions|guidelines|programming)\b|\bi(?: am|'m|’m) (?:sorry|unable|not able)\b|\bi can(?:not|'t|’t) (?:help|assist|comply|fulfil|provide|write)|\bals ki\b|\bsprachmodell\b/iu;
const domainLike = /(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,24}(?![\p{L}\p{N}-])/gu;
const phone = /(?:\+|\b00)\d[\d\s()./-]{6,}\d|(?<![\d.,])\(?\d{2,5}\)?[\s./-]\d[\d\s./-]{4,}\d/gu;

/** Twice the longest allowed answer. Limits the work of the checks below. */
const maxLength = 1_200;

/** Why the output of a model is rejected, or undefined. Shown to users. */
export function reasonToReject(text: string, context: GuardContext): string | undefined {
  if (text.length > maxLength) return 'it is too long';
  if (invisible.test(text)) return 'it contains invisible characters';
  if (link.test(withoutWished(text, context.wishes, /\S{0,40}(?::\/\/|www\.)\S*/giu)))
    return 'it contains a link';
  if (address.test(withoutWished(text, context.wishes, /[^\s@]{1,64}@[^\s@]+/gu)))
    return 'it contains an email address';
  if (hasUnknownDomain(text, context)) return 'it mentions an unknown website';
  if (hasUnknownPhoneNumber(text, context)) return 'it contains a phone number';
  if (markup.test(text)) return 'it contains HTML';
  if (markdown.test(text)) return 'it contains formatting';
  if (placeholder.test(text)) return 'it contains a placeholder';
  if (header.test(text)) return 'it contains an email header';
  if (selfReference.test(text)) return 'the model refers to itself';
  if (text.includes(context.marker) || hasCommonPhrase(text, context.system, 8))
    return 'it repeats the prompt';
  if (findInstruction(text, 'profile')) return 'it reads like an instruction to a model';
  return undefined;
}

/** The text without the parts that also appear in the wishes. */
const withoutWished = (text: string, wishes: string, part: RegExp): string =>
  text.replaceAll(part, (found) =>
    wishes.includes(found.replace(/(?<![.,;:!?)])[.,;:!?)]+$/u, '')) ? '' : found,
  );

const hasUnknownDomain = (text: string, { data, wishes }: GuardContext): boolean => {
  const named = (text.match(domainLike) ?? []).filter(
    (found) => parse(found).isIcann === true && getDomain(found) !== null,
  );
  if (named.length === 0) return false;
  const allowed = normalizeText(`${data}\n${wishes}`);
  return named.some((found) => !allowed.includes(normalizeText(found)));
};

const hasUnknownPhoneNumber = (text: string, { wishes }: GuardContext): boolean =>
  (text.match(phone) ?? []).some((found) => {
    const digits = found.replaceAll(/\D/g, '');
    const isAmount = /^\d{1,3}(?:[ .]\d{3})+$/.test(found.trim());
    const areYears = /^(?:19|20)\d\d\s?[-/.]\s?(?:19|20)\d\d$/.test(found.trim());
    const isDate = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/.test(found.trim());
    const isWished = wishes.replaceAll(/\D/g, '').includes(digits);
    return digits.length >= 7 && !isAmount && !areYears && !isDate && !isWished;
  });
