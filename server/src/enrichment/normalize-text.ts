import { normalForm } from '@outcrop/contract/identity';

/** Letters of other scripts that look like Latin ones. */
const lookalikes: Record<string, string> = Object.fromEntries(
  Object.entries({
    a: 'аαɑạ',
    b: 'ьβ',
    c: 'сϲç',
    d: 'ԁɗ',
    e: 'еєεҽ',
    g: 'ɡց',
    h: 'һհ',
    i: 'іιıӏɩ1|!',
    j: 'јϳ',
    k: 'кκ',
    l: 'ⅼ',
    m: 'мϻ',
    n: 'пηո',
    o: 'оοσօ0',
    p: 'рρ',
    q: 'ԛզ',
    r: 'гɾ',
    s: 'ѕς5$',
    t: 'тτ7',
    u: 'υսц',
    v: 'ѵν',
    w: 'ѡω',
    x: 'хχ',
    y: 'уγүу',
    z: 'ʐ',
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
);

/** Lower case, without accents, invisible characters and repeated white space. */
export const normalizeText = (text: string): string =>
  normalForm(normalForm(text, 'NFKD').replaceAll(/[\p{Cf}\p{M}\p{Co}\p{Cn}]/gu, ''))
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .toLowerCase();

/** Like `normalizeText`, with look-alike letters replaced by Latin ones. */
export const toLatin = (text: string): string =>
  [...normalizeText(text)].map((letter) => lookalikes[letter] ?? letter).join('');

/** The letters alone, because other characters between them could hide a word. */
export const onlyLetters = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');

/** Decodes base64 (both alphabets), hex and percent-encoded parts. */
export function decodeHidden(text: string): string[] {
  const runs = [...text.matchAll(/[A-Za-z0-9+/_-]{20,}={0,2}/g)].flatMap(([run]) => [
    Buffer.from(run, 'base64').toString('utf8'),
    ...(/^(?:[0-9a-f]{2}){10,}$/i.test(run) ? [Buffer.from(run, 'hex').toString('utf8')] : []),
  ]);
  const escaped = [...text.matchAll(/(?:%[0-9a-f]{2}|[\w.-]){20,}/gi)].flatMap(([run]) =>
    run.includes('%') ? [unescaped(run)] : [],
  );
  return [...runs, ...escaped].filter(isText);
}

const unescaped = (run: string): string => {
  try {
    return decodeURIComponent(run);
  } catch {
    return '';
  }
};

const isText = (text: string): boolean =>
  text.length >= 12 && !/[\p{Cc}\uFFFD]/u.test(text.replaceAll(/[\s\0]/g, ' ').slice(0, -1));

const words = (text: string): string[] => normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether the two share `length` consecutive words. */
export function hasCommonPhrase(text: string, other: string, length: number): boolean {
  const own = words(text);
  const theirs = ` ${words(other).join(' ')} `;
  return own.some(
    (_, at) =>
      at + length <= own.length && theirs.includes(` ${own.slice(at, at + length).join(' ')} `),
  );
}
