import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MessageDecision } from '../../src/core/receiving/message.ts';
import { MessageParser } from '../../src/core/receiving/parse-message.ts';
import { sized } from '../size.ts';
import { type Case, originalId } from './build-message.ts';
import {
  away,
  corpus,
  decisionOf,
  failures,
  machines,
  parsedCorpus,
  people,
  unsubscribeRequests,
} from './corpus.ts';
import { mutated, randomNumbers } from './mutations.ts';

const parser = new MessageParser();
const decisions = new Map<Case, MessageDecision>();

beforeAll(async () => {
  for (const [each, parsed] of await parsedCorpus()) decisions.set(each, decisionOf(parsed));
});
afterAll(() => parser.close());

const namesOf = (cases: Case[], isWrong: (decision: MessageDecision, each: Case) => boolean) =>
  cases
    .filter((each) => isWrong(decisions.get(each)!, each))
    .map((each) => `${each.name}: ${JSON.stringify(decisions.get(each))}`);

describe('messages of our own', () => {
  test('are at least 400, of which at least 200 are written by people', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(400);
    expect(people.length).toBeGreaterThanOrEqual(200);
  });

  test('no person is taken for a program', () => {
    expect(namesOf(people, ({ kind }) => kind !== 'human')).toEqual([]);
  });

  test('programs are not taken for people', () => {
    expect(namesOf(machines, ({ kind }, each) => kind !== each.kind)).toEqual([]);
  });

  test('no address is marked as bounced for a refusal that is not about it', () => {
    const living = machines.filter(({ permanent }) => permanent !== true);
    expect(namesOf(living, ({ permanent }) => permanent)).toEqual([]);
  });

  test('addresses that will never work are found, with the recipient and the email that was sent', () => {
    expect(namesOf(failures, ({ permanent }, each) => permanent !== each.permanent)).toEqual([]);
    expect(
      namesOf(failures, ({ recipients }, each) => recipients.join() !== each.recipient),
    ).toEqual([]);
    expect(namesOf(failures, ({ originalMessageId }) => originalMessageId !== originalId)).toEqual(
      [],
    );
  });

  test('the day on which a person is back is found in 35 languages', () => {
    expect(namesOf(away, ({ returnDate }, each) => returnDate !== each.returnDate)).toEqual([]);
  });

  test('a request to get no more emails is one, alone or among other sentences, in 35 languages', () => {
    expect(namesOf(unsubscribeRequests, ({ kind }) => kind !== 'unsubscribe')).toEqual([]);
  });

  test('every decision says why', () => {
    expect(namesOf(corpus, ({ evidence }) => evidence.length === 0)).toEqual([]);
  });

  test('damaged messages are decided too', async () => {
    const { signal } = new AbortController();
    const random = randomNumbers(sized(20_261_118, Date.now()));
    for (let count = 0; count < 200; count++) {
      const raw = mutated(corpus[random(corpus.length)]!.raw, random);
      const { evidence } = (await parser.parseRaw('', raw, signal)).decision;
      expect(evidence, raw.toString('base64')).not.toEqual([]);
    }
  });
});
