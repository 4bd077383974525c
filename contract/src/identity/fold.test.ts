import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText } from '../identity.ts';

describe('folding', () => {
  test.each([
    // Latin
    ['JOSÉ NÚÑEZ', 'jose nunez'],
    ['Nguyễn Thị Hồng Đào', 'nguyen thi hong dao'],
    ['Łukasz Żółć', 'lukasz zolc'],
    ['Søren Ærø', 'soren aero'],
    ['Œuvre Ħal Ŧ', 'oeuvre hal t'],
    ['Þór Guðrún', 'þor guðrun'],
    ['STRAUẞ', 'strauss'],
    ['İstanbul', 'istanbul'],
    ['Işık', 'isik'],
    ['ﬁnn', 'finn'],
    ['Ｊａｎｅ', 'jane'],
    ['Ⅷ', 'viii'],
    ['a\u0301\u0323\u0302', 'a'],
    // Greek
    ['ΝΙΚΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ', 'νικοσ παπαδοπουλοσ'],
    ['Ἀριστοτέλης', 'αριστοτελησ'],
    ['Μαΐου', 'μαιου'],
    ['ᾳ', 'α'],
    ['\u0345', ''],
    // Cyrillic
    ['ФЕДОР ДОСТОЕВСКИЙ', 'федор достоевский'],
    ['Андреи\u0306', 'андрей'],
    ['Юлия\u0301', 'юлия'],
    // Arabic and Hebrew
    ['مُحَمَّد', 'محمد'],
    ['محمـــد', 'محمد'],
    ['آمنة', 'آمنة'],
    ['ﻣﺤﻤﺪ', 'محمد'],
    ['שָׁלוֹם', 'שלום'],
    // Devanagari, Thai, Tamil
    ['राहुल शर्मा', 'राहुल शर्मा'],
    ['ฟ้า ใจดี', 'ฟ้า ใจดี'],
    // Han, Kana, Hangul
    ['李　伟', '李 伟'],
    ['か\u3099', 'が'],
    ['ﾔﾏﾀﾞ', 'ヤマダ'],
    ['김민수'.normalize('NFD'), '김민수'],
    // Georgian, Armenian
    ['ᲒᲘᲝᲠᲒᲘ', 'გიორგი'],
    ['ԱՐԱՄ', 'արամ'],
    // White space and invisible characters
    ['  Jane \t\n Doe ', 'jane doe'],
    ['Jane\u2003\u3000Doe', 'jane doe'],
    ['Jane\u0000Doe', 'jane doe'],
    ['Ja\u200bne\u200e Do\u00ade\ufeff', 'jane doe'],
    [' \u200b ', ''],
    ["O'Brien-Smith, Jr.", "o'brien-smith, jr."],
  ])('%s folds to %s', (text, folded) => {
    expect(foldText(text)).toBe(folded.normalize('NFC'));
  });

  const everyScript = [
    ...'aZßẞıİłØæÉñǅﬁσΣςάϊиЙёЇўاأَّـשּׁकि़्ทำ้가힣がﾞ李ⅣაᲐԱև \t\u00a0\u0000\u200b\u200d\u0301\u0306\u0308\u0323\u0345',
    'a\u0301',
    '\ud800',
  ];
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...everyScript), maxLength: 20 }),
    fc.string({ unit: 'binary' }),
  );

  test('folding twice changes nothing', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(foldText(foldText(value))).toBe(foldText(value));
      }),
      { numRuns: 5000 },
    );
  });

  test('folding any character twice changes nothing', () => {
    const unstable = [];
    for (let code = 0; code <= 0x1ffff; code += 1) {
      const folded = foldText(`a${String.fromCodePoint(code)}\u0301`);
      if (foldText(folded) !== folded) unstable.push(code.toString(16));
    }
    expect(unstable).toEqual([]);
  });

  test('case, form and white space make no difference', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abßéñłøσάийёאمक가がა'), minLength: 1 });
    fc.assert(
      fc.property(
        word,
        word,
        fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'),
        fc.constantFrom(' ', '  ', '\t', '\u00a0'),
        fc.boolean(),
        (one, other, form, space, upper) => {
          const plain = `${one} ${other}`;
          const spelt = space + one + space + other + space;
          expect(foldText((upper ? spelt.toUpperCase() : spelt).normalize(form))).toBe(
            foldText(plain),
          );
        },
      ),
    );
  });

  test.each([
    ['letters', 'É'.repeat(1e5)],
    ['marks', `a${'\u0301\u0323'.repeat(5e4)}`],
    ['marks on a letter that keeps them', `क${'\u0301\u0323'.repeat(5e4)}`],
    ['spaces', `a${' '.repeat(1e5)}b`],
    ['invisible characters', '\u200b'.repeat(1e5)],
    ['long ligatures', '\ufdfa'.repeat(1e5)],
    ['sigmas', 'Σ.'.repeat(5e4)],
  ])('a hundred thousand %s fold to a stable form', (_, hostile) => {
    const folded = foldText(hostile);
    expect(foldText(folded) === folded).toBe(true);
  });
});
