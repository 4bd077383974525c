import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { median, spread } from './measure.ts';
import type { WebhookFigures } from './webhooks.ts';

const n = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 });

const rows: [keyof WebhookFigures['rounds'][0], string][] = [
  ['batched', 'Outcrop, 100 events to a change'],
  ['single', 'Outcrop, one event to a change'],
  ['undici', 'bare undici to the same receiver, signed, 32 calls at once'],
  ['boss', 'bare pg-boss, the same bodies as jobs that do nothing, 25 fetched at a time'],
  ['bossOneByOne', 'the same, fetched one by one'],
];

/** Writes the page of what deliveries cost. */
export function reportWebhooks(root: string, { idle, rounds }: WebhookFigures): void {
  const folder = join(root, 'docs/benchmarks');
  mkdirSync(folder, { recursive: true });
  const perSecond = (name: (typeof rows)[0][0]) => rounds.map((round) => round[name]);
  const slower = Math.min(median(perSecond('undici')), median(perSecond('boss')));
  const page = [
    '# Benchmarks: webhooks',
    '',
    'Made by `npm run bench -- --webhooks`. One worker, one receiver and PostgreSQL on the same ' +
      `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}; fsync and synchronous_commit on.`,
    '',
    `From COMMIT to the receiver’s answer, nothing else going on, ${idle.length} times: ` +
      `**p50 ${n(median(idle))} ms**, slowest ${n(Math.max(...idle))} ms. The worker looks every half second.`,
    '',
    'Events a second from a backlog, in turn, medians of the rounds; the ratio is to the slower of ' +
      'undici and pg-boss.',
    '',
    '| | events a second | ratio |',
    '|---|---|---|',
    ...rows.map(([name, what]) => {
      const figures = perSecond(name);
      return `| ${what} | ${n(median(figures))} ±${n(spread(figures) * 100)} % | ${(median(figures) / slower).toFixed(2)} |`;
    }),
    '',
  ];
  writeFileSync(join(folder, 'webhooks.md'), page.join('\n'));
}
