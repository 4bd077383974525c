import { afterAll, expect, test } from 'vitest';
import { MessageParser } from '../../src/core/receiving/parse-message.ts';
import { absenceCases, acknowledgementCases } from './absence-cases.ts';
import { bounceCases, otherReportCases } from './bounce-cases.ts';
import { mutateMessage, randomNumbers } from './mutations.ts';
import { serverNoticeCases } from './notice-cases.ts';
import { personalCases } from './personal-cases.ts';

const parser = new MessageParser();
const { signal } = new AbortController();
afterAll(() => parser.close());

test('5,000 damaged messages are read and decided, each within 3 s', async () => {
  const corpus = [...bounceCases, ...serverNoticeCases, ...otherReportCases, ...absenceCases];
  const messages = [...corpus, ...acknowledgementCases, ...personalCases];
  const random = randomNumbers(1);
  let longest = 0;
  for (let count = 0; count < 5_000; count++) {
    const raw = mutateMessage(messages[random(messages.length)]!.raw, random);
    const start = performance.now();
    const { decision } = await parser.parseRaw('', raw, signal);
    longest = Math.max(longest, performance.now() - start);
    expect(decision.evidence.length).toBeGreaterThan(0);
    expect(decision.recipients.length).toBeLessThanOrEqual(100);
  }
  expect(longest).toBeLessThan(3_000);
});
