import { expect, test } from 'vitest';
import { recordMeasurement } from '../record-measurement.ts';
import { mailLoop } from './mail-loop.ts';

const runs = 100;
const loop = await mailLoop(runs);

const percentile = (sorted: number[], part: number) => sorted[Math.ceil(sorted.length * part) - 1]!;

test('of 100 answers, 95 are in the inbox within 3 s, each with its stage, webhook and end of the sequence', async () => {
  const tookMs: number[] = [];
  for (let run = 0; run < runs; run++) {
    const id = await loop.enroll(run);
    const source = await loop.readInbox(run, 'An idea for');
    await loop.answer(run, source, `Tuesday works, number ${run}.`);
    const accepted = performance.now();
    const newest = async () => (await loop.newest())?.snippet;
    await expect
      .poll(newest, { timeout: 120_000, interval: 25 })
      .toBe(`Tuesday works, number ${run}.`);
    tookMs.push(performance.now() - accepted);
    expect((await loop.prospect(id)).stage).toBe('replied');
    expect(await loop.why(id)).toEqual(['replied']);
    await loop.delivered('reply.received', { prospectId: id });
  }
  tookMs.sort((a, b) => a - b);
  const [median, p95] = [percentile(tookMs, 0.5), percentile(tookMs, 0.95)];
  const figure = `median ${Math.round(median)} ms, p95 ${Math.round(p95)} ms, slowest ${Math.round(tookMs.at(-1)!)} ms`;
  recordMeasurement('an answer, from its acceptance by the server to the inbox, 100 runs', figure);
  console.log(figure);
  expect(p95).toBeLessThan(3_000);
}, 1_200_000);
