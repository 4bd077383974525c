import { normalForm } from '@outcrop/contract/identity';
import type { Language } from './languages.ts';

/** Their months are numbers. */
const unnamed = new Set(['any', 'ja', 'zh', 'ko', 'vi']);

/** Month names of all languages, as they stand beside a day. */
export function monthsOf(languages: readonly Language[]): Map<string, number> {
  const names = new Map<string, number>();
  for (const { locale } of languages.filter((language) => !unnamed.has(language.locale)))
    for (const style of ['long', 'short'] as const)
      for (const day of [{ day: 'numeric' as const }, {}]) {
        const format = new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC', ...day });
        for (let month = 1; month <= 12; month++) {
          const name = monthIn(format, month);
          if (/^[\p{L}\p{M}]{3,}$/u.test(name) && !names.has(name)) names.set(name, month);
        }
      }
  for (const { months: forms = [] } of languages)
    for (const [index, name] of forms.entries()) names.set(normalForm(name), index + 1);
  // Hebrew joins "in" and the month.
  for (const [name, month] of [...names]) if (/^[א-ת]/.test(name)) names.set(`ב${name}`, month);
  for (const [name, month] of [...names]) {
    const plain = normalForm(name, 'NFKD').replaceAll(/\p{M}/gu, '');
    if (!names.has(plain)) names.set(plain, month);
  }
  return names.set('sept', 9);
}

const monthIn = (format: Intl.DateTimeFormat, month: number): string =>
  format
    .formatToParts(Date.UTC(2026, month - 1, 15))
    .find(({ type }) => type === 'month')!
    .value.toLowerCase()
    .replace(/\.$/, '');
