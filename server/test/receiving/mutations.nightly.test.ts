import { afterAll, expect, test } from 'vitest';
import { decide } from '../../src/core/receiving/decide-rules.ts';
import { Parser } from '../../src/core/receiving/parser.ts';
import { absences, acknowledgements } from './absences.ts';
import { bounces, otherReports } from './bounces.ts';
import { mutated, randomNumbers } from './mutations.ts';
import { noticesOfServers } from './notices.ts';
import { people } from './people.ts';

const parser = new Parser();
const { signal } = new AbortController();
afterAll(() => parser.close());

test('5,000 damaged messages are read and decided, each within 3 s', async () => {
  const corpus = [...bounces, ...noticesOfServers, ...otherReports, ...absences];
  const messages = [...corpus, ...acknowledgements, ...people];
  const random = randomNumbers(1);
  let longest = 0;
  for (let count = 0; count < 5_000; count++) {
    const raw = mutated(messages[random(messages.length)]!.raw, random);
    const start = performance.now();
    const decision = decide(await parser.parseRaw('', raw, signal), {
      addresses: [],
      subjects: [],
    });
    longest = Math.max(longest, performance.now() - start);
    expect(decision.evidence.length).toBeGreaterThan(0);
    expect(decision.recipients.length).toBeLessThanOrEqual(100);
  }
  expect(longest).toBeLessThan(3_000);
});
