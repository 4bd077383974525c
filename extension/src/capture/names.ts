import { fold } from '@outcrop/contract/identity';

/** Particles that are written in lower case inside of names. */
const particles = new Set(
  'al am auf av af bin bint da das de degli dei del della den der des di do dos du e el ibn la las le lo los of och san st ten ter und van vom von y zu zum zur'.split(
    ' ',
  ),
);
const letters = /^[\p{L}\p{M}.'’ʼ`-]+$/u;
const startsLikeName = /^['’ʼ]?[\p{Lu}\p{Lt}\p{Lo}]/u;
const hasCase = /[\p{Lu}\p{Ll}]/u;

/** Whether text looks like the name of a person: it says nothing about whose name it is. */
export function looksLikeName(text: string): boolean {
  const name = text.trim();
  if (name.length < 2 || name.length > 80) return false;
  const words = name.replaceAll(',', ' ').split(/\s+/).filter(Boolean);
  if (words.length > 7 || !words.every((word) => letters.test(word))) return false;
  // Names in scripts without capitals are often written without spaces.
  if (!hasCase.test(name)) return words.length > 1 || (name.length >= 2 && name.length <= 12);
  if (words.length < 2) return false;
  return words.every((word) => startsLikeName.test(word) || particles.has(word.toLowerCase()));
}

/** Names that stand for no one in particular. */
const placeholders = new Set([
  'admin',
  'administrator',
  'anonymous',
  'author',
  'editor',
  'editorial team',
  'guest',
  'staff',
  'user',
  'webmaster',
]);

/** Whether a value that a page declares to be a name can be one. */
export function canBeName(text: string): boolean {
  const folded = fold(text);
  return (
    text.length <= 300 &&
    /\p{L}/u.test(text) &&
    !/[@<>{}]|https?:|www\./i.test(text) &&
    !/linkedin|领英/.test(folded) &&
    !placeholders.has(folded)
  );
}

/** Mailboxes of a company rather than of a person. */
const roleMailboxes =
  /^(?:abuse|accounts?|admin|adverti[sz]ing|billing|booking|bookings|buero|business|careers?|contact|contacto|customer|customerservice|datenschutz|e?mail|enquiries|enquiry|events|feedback|finance|hallo|hello|help|helpdesk|hi|hr|impressum|info|infos|inquiries|jobs|kontakt|legal|mail|mailbox|marketing|media|membership|news|newsletter|no-?reply|office|orders?|partners?|payments?|post|postmaster|presse?|privacy|pr|recruiting|reception|redaktion|reservations?|returns|sales|secretary|security|service|shop|spam|subscribe|support|team|tickets|unsubscribe|vendas|ventas|verkauf|web|webmaster|welcome|you|your-?name|your-?email|name|example|test|user|username|someone|friend)(?:[._+-].*)?$/i;

export const isRoleMailbox = (email: string): boolean =>
  roleMailboxes.test(email.split('@', 1)[0]!);

/** Whether an address or a profile name could belong to a person with this name. */
export function nameFits(name: string, identifier: string): boolean {
  const local = fold(identifier.split('@', 1)[0]!).replace(/[^\p{L}\p{N}]/gu, '');
  const words = fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  // Romanized spellings cannot be compared.
  if (!/[a-z]/.test(words.join(''))) return true;
  if (words.some((word) => word.length >= 3 && local.includes(word))) return true;
  const initials = words.map((word) => word[0]).join('');
  return initials.length >= 2 && local === initials;
}
