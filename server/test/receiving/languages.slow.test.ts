import { beforeAll, expect, test } from 'vitest';
import type { MessageDecision, ParsedMessage } from '../../src/core/receiving/message.ts';
import {
  type LanguagePhrases,
  phraseCategories,
} from '../../src/core/receiving/phrase-languages.ts';
import { compilePhrases, type PhrasePatterns } from '../../src/core/receiving/phrase-patterns.ts';
import { sizeForRun } from '../run-size.ts';
import { corpusLanguages, corpusPhrases, decisionOf, parsedCorpus } from './message-corpus.ts';
import { randomNumbers } from './mutations.ts';

interface Row {
  text: string;
  /** "de requests: (bitte )?abmelden" */
  name: string;
  others: () => LanguagePhrases[];
}

const replaced = (old: LanguagePhrases, language: LanguagePhrases) =>
  corpusLanguages.map((each) => (each === old ? language : each));
const rows: Row[] = corpusLanguages.flatMap((language) => [
  ...phraseCategories.flatMap((category) =>
    (language[category] ?? []).map((text) => ({
      text,
      name: `${language.locale} ${category}: ${text}`,
      others: () =>
        replaced(language, {
          ...language,
          [category]: language[category]!.filter((each) => each !== text),
        }),
    })),
  ),
  ...Object.entries(language.slots ?? {}).flatMap(([slot, texts]) =>
    texts.map((text) => ({
      text,
      name: `${language.locale} {${slot}}: ${text}`,
      others: () =>
        replaced(language, {
          ...language,
          slots: { ...language.slots, [slot]: texts.filter((each) => each !== text) },
        }),
    })),
  ),
]);

/** The parts of a decision that a user sees. */
const seen = ({ evidence, ...decision }: MessageDecision) =>
  JSON.stringify([decision, evidence.filter((each) => each.startsWith('Reason:'))]);

let messages: ParsedMessage[] = [];
let expected: Map<ParsedMessage, string>;
beforeAll(async () => {
  messages = [...(await parsedCorpus()).values()];
  expected = new Map(messages.map((message) => [message, seen(decisionOf(message))]));
});

/** Compiles only the phrases that the row changes. */
function phrasesWithout({ others }: Row): PhrasePatterns {
  const changed = compilePhrases(others(), corpusPhrases.months);
  const kept = Object.entries(corpusPhrases).filter(
    ([name, known]) =>
      known instanceof RegExp &&
      known.source === (changed[name as keyof PhrasePatterns] as RegExp).source,
  );
  return { ...changed, ...Object.fromEntries(kept) };
}

/** Messages with the words of the row come first, because one of them is most likely to change. */
function likelyFirst({ text }: Row): ParsedMessage[] {
  const words = text.replaceAll(/\{[a-z]+\}/g, '.{0,40}');
  const pattern = new RegExp(words, 'iu');
  const isLikely = ({ subject, text: body, ownWords, from }: ParsedMessage) =>
    pattern.test([subject, body, ownWords, from?.name, from?.address].join('\n'));
  return messages.toSorted((a, b) => Number(isLikely(b)) - Number(isLikely(a)));
}

test('every row of a language decides a message of the corpus', () => {
  const random = randomNumbers(20_261_119);
  const share = sizeForRun(20, 1);
  const sample = rows.filter(() => random(share) === 0);
  const idle = sample.filter((row) => {
    const others = phrasesWithout(row);
    return !likelyFirst(row).some(
      (message) => seen(decisionOf(message, others)) !== expected.get(message),
    );
  });
  expect(idle.map(({ name }) => name)).toEqual([]);
});

test('every repetition in a row has a limit, and every list is one that is used', () => {
  const unbounded = rows.filter(({ text }) =>
    /(?<!\\)[*+]|\{\d+,\}/.test(text.replaceAll(/\[(?:[^\]\\]|\\.)*\]/g, 'x')),
  );
  expect(unbounded.map(({ name }) => name)).toEqual([]);
  const known = new Set<string>([...phraseCategories, 'locale', 'isUnspaced', 'months', 'slots']);
  const lists = corpusLanguages.flatMap((language) => Object.keys(language));
  expect(lists.filter((list) => !known.has(list))).toEqual([]);
});
