import { boundCombiningMarks, normalForm } from './normal-form.ts';

/** One form for everything that reads the same: no case, no accents, no doubled white space. */
export const fold = (text: string): string => {
  // Most text is plain, and an import folds some thousand words.
  const folded = /^[ -~]*$/.test(text)
    ? text.toLowerCase()
    : normalForm(lowered(withoutAccents(decomposed(text))), 'NFKC');
  return folded.replace(/[\s\p{Cc}]+/gu, ' ').trim();
};

// Some marks come apart into several: the bound must hold before and after.
const decomposed = (text: string): string =>
  boundCombiningMarks(normalForm(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''), 'NFKD'));

// Vowel points, cantillation and the stretching tatweel: Hebrew and Arabic are written without them.
// Hamza and madda (U+0653 to U+0655) are not among them, they are part of a letter. The Greek iota
// subscript is, since it would turn into a letter in upper case.
const optionalMarks =
  /[[\p{Script=Hebrew}&&\p{M}]\u0345\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/gv;

// Elsewhere marks are vowels, tones or parts of letters (Devanagari, Thai, Kana), and stay.
const latinOrGreek = /([[\p{Script=Latin}\p{Script=Greek}]&&\p{L}])\p{M}+/gv;
const cyrillic = /([\p{Script=Cyrillic}&&\p{L}])(\p{M}+)/gv;
const breve = '\u0306';

// ё is commonly written е, but nobody writes й as и or ў as у: with the breve it is another letter.
const withoutAccents = (text: string): string =>
  text
    .replace(optionalMarks, '')
    .replace(latinOrGreek, '$1')
    .replace(cyrillic, (_, letter, marks) => letter + (marks.includes(breve) ? breve : ''));

// Letters whose stroke or ligature Unicode does not take apart, as people type them without it.
const plain: Record<string, string> = {
  æ: 'ae',
  đ: 'd',
  ħ: 'h',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ŧ: 't',
  ς: 'σ',
};

// Through upper case, where ß and ẞ become SS and the dotless ı joins I.
const lowered = (text: string): string =>
  text
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/[æđħłøœŧς]/g, (letter) => plain[letter] ?? letter);
