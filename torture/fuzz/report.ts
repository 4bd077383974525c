import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnswerProblem } from './find-answer-problem.ts';
import type { LogLine } from './log-reader.ts';
import type { WireAnswer } from './raw-connection.ts';
import { bodyBytes, type RequestAttempt, targetOf } from './request-attempt.ts';

export interface FuzzFailure {
  index: number;
  attempt: RequestAttempt;
  answer: WireAnswer | string;
  problems: AnswerProblem[];
  log: LogLine[];
}

/** What was tried, how to repeat it, and the answer. */
export function printFailure(
  failure: FuzzFailure,
  smallest: RequestAttempt | null,
  seed: number,
): string {
  const { index, attempt, answer, problems, log } = failure;
  const shown = smallest ?? attempt;
  const who = shown.caller ? ` as a ${shown.caller.role} of "${shown.caller.tenant.name}"` : '';
  const answerText =
    typeof answer === 'string'
      ? answer
      : `${answer.status} ${answer.text.slice(0, 2_000)}\nX-Correlation-Id: ${answer.headers['x-correlation-id']}`;
  return [
    `\nRequest ${index}, ${attempt.operation?.key ?? 'no operation'}${who}: ${attempt.description}`,
    ...problems.map(({ text }) => `  ✗ the answer ${text}`),
    smallest === null
      ? '\nThe request (it did not fail again when repeated):'
      : smallest === attempt
        ? '\nThe request:'
        : '\nThe smallest request that fails:',
    indent(curlOf(shown, `${seed}-${index}`)),
    '\nThe answer:',
    indent(answerText),
    '\nThe log:',
    indent(log.map((line) => JSON.stringify(line)).join('\n') || 'empty'),
  ].join('\n');
}

/** A command that repeats the request, for example against `npm run dev`. */
function curlOf(attempt: RequestAttempt, name: string): string {
  const bytes = bodyBytes(attempt.body);
  const token = attempt.caller?.token;
  const headers = attempt.headers.map(([header, value]) =>
    token !== undefined && value === `Bearer ${token}`
      ? `-H "${header}: Bearer $TOKEN"`
      : `-H ${shellQuoted(value === '' && header !== 'Host' ? `${header};` : `${header}: ${value}`)}`,
  );
  return [
    `curl -i -g --path-as-is ${attempt.method === 'HEAD' ? '--head' : `-X ${shellQuoted(attempt.method)}`}`,
    `"$ORIGIN"${shellQuoted(targetOf(attempt))}`,
    ...headers,
    ...(bytes ? [`--data-binary ${bodyArgument(bytes, name)}`] : []),
  ].join(' \\\n  ');
}

function bodyArgument(bytes: Buffer, name: string): string {
  const text = bytes.toString();
  const isPlain = Buffer.from(text).equals(bytes) && !text.includes('\0') && !text.startsWith('@');
  if (isPlain && bytes.length < 4_000) return shellQuoted(text);
  const file = join(tmpdir(), `outcrop-fuzz-${name}.body`);
  writeFileSync(file, bytes);
  return `@${file}`;
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const indent = (text: string): string => text.replaceAll(/^/gm, '    ');

export class RequestTally {
  readonly #statuses = new Map<number | string, number>();
  readonly #operations = new Map<
    string,
    { statuses: Map<number | string, number>; slowest: number }
  >();
  #requests = 0;

  add({ operation }: RequestAttempt, answer: WireAnswer | string): void {
    this.#requests++;
    const status = typeof answer === 'string' ? 'none' : answer.status;
    const key = operation?.key ?? '(no operation)';
    const line = this.#operations.get(key) ?? { statuses: new Map(), slowest: 0 };
    if (typeof answer !== 'string') line.slowest = Math.max(line.slowest, answer.ms);
    for (const counts of [this.#statuses, line.statuses])
      counts.set(status, (counts.get(status) ?? 0) + 1);
    this.#operations.set(key, line);
  }

  succeeded = (key: string): number => this.#operations.get(key)?.statuses.get(200) ?? 0;

  summary(took: { sending: number; draining: number }, seed: number): string {
    const line = (counts: Map<number | string, number>) =>
      [...counts]
        .sort(([a], [b]) => String(a).localeCompare(String(b)))
        .map(([status, count]) => `${status} × ${count}`)
        .join(', ');
    const width = Math.max(...[...this.#operations.keys()].map((key) => key.length));
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
    const rate = Math.round((1_000 * this.#requests) / took.sending);
    return [
      `\n${this.#requests} requests in ${seconds(took.sending)} (${rate} per second), FUZZ_SEED=${seed}`,
      `  the worker finished ${seconds(took.draining)} later`,
      `  ${'all'.padEnd(width)} ${line(this.#statuses)}`,
      ...[...this.#operations]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(
          ([key, { statuses, slowest }]) =>
            `  ${key.padEnd(width)} ${line(statuses)}; slowest ${slowest} ms`,
        ),
    ].join('\n');
  }
}
