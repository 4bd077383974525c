import { boundCombiningMarks, normalForm } from './normal-form.ts';

/** Folds case, accents and white space for comparison. */
export const foldText = (text: string): string => {
  // Fast path: most text is ASCII, and an import folds thousands of words.
  const folded = /^[ -~]*$/.test(text)
    ? text.toLowerCase()
    : normalForm(lowerCaseText(withoutAccents(decomposeText(text))), 'NFKC');
  return folded.replace(/[\s\p{Cc}]+/gu, ' ').trim();
};

// Some marks decompose into several, so the limit is applied before and after.
const decomposeText = (text: string): string =>
  boundCombiningMarks(normalForm(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''), 'NFKD'));

// Vowel points, cantillation and tatweel, which Hebrew and Arabic omit in normal writing. Hamza
// and madda (U+0653 to U+0655) are part of a letter and stay. The Greek iota subscript is removed
// because it becomes a letter in upper case.
const optionalMarks =
  /[[\p{Script=Hebrew}&&\p{M}]\u0345\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/gv;

// In other scripts marks are vowels, tones or parts of letters (Devanagari, Thai, Kana) and stay.
const latinOrGreek = /([[\p{Script=Latin}\p{Script=Greek}]&&\p{L}])\p{M}+/gv;
const cyrillic = /([\p{Script=Cyrillic}&&\p{L}])(\p{M}+)/gv;
const breve = '\u0306';

// ё is commonly written as е, but й and ў are never written as и and у: the breve makes another
// letter.
const withoutAccents = (text: string): string =>
  text
    .replace(optionalMarks, '')
    .replace(latinOrGreek, '$1')
    .replace(cyrillic, (_, letter, marks) => letter + (marks.includes(breve) ? breve : ''));

// Letters that Unicode does not decompose, as people type them on other keyboards.
const plainLetters: Record<string, string> = {
  æ: 'ae',
  đ: 'd',
  ħ: 'h',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ŧ: 't',
  ς: 'σ',
};

// Via upper case, where ß and ẞ become SS and the dotless ı becomes I.
const lowerCaseText = (text: string): string =>
  text
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/[æđħłøœŧς]/g, (letter) => plainLetters[letter] ?? letter);
