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

/** In one case, without accents, invisible characters and more than one blank in a row. */
export const plain = (text: string): string =>
  normalForm(normalForm(text, 'NFKD').replaceAll(/[\p{Cf}\p{M}\p{Co}\p{Cn}]/gu, ''))
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .toLowerCase();

/** As `plain`, with every letter read as the Latin one that it looks like. */
export const latin = (text: string): string =>
  [...plain(text)].map((letter) => lookalikes[letter] ?? letter).join('');

/** Its letters alone, so that nothing between them hides a word. */
export const letters = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');

/** What is hidden in it by an encoding: base64, in either alphabet, hex, percent signs. */
export function decoded(text: string): string[] {
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

/** The words of a text, for comparing runs of them. */
const words = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether the two have so many words in a row in common. */
export function sharesRun(text: string, other: string, length: number): boolean {
  const own = words(text);
  const theirs = ` ${words(other).join(' ')} `;
  return own.some(
    (_, at) =>
      at + length <= own.length && theirs.includes(` ${own.slice(at, at + length).join(' ')} `),
  );
}
