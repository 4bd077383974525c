import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProcess } from '../../server/test/faults/test-process.ts';

export type LogLine = Record<string, unknown>;

const idOf = ({ correlationId }: LogLine) =>
  typeof correlationId === 'string' ? correlationId : '';

/** Reads the log of a process and keeps the latest lines. */
export class LogReader {
  readonly #process: TestProcess;
  readonly #lines = new Map<string, LogLine[]>();
  readonly #expected = new Set<string>();
  #bad: LogLine[] = [];

  constructor(process: TestProcess) {
    this.#process = process;
  }

  expect(correlationId: string): void {
    if (!this.#lines.has(correlationId)) this.#expected.add(correlationId);
  }

  read(): void {
    for (const line of this.#process.log.splice(0)) {
      const id = idOf(line);
      this.#lines.set(id, [...(this.#lines.get(id) ?? []), line]);
      if (this.#lines.size > 5_000) this.#lines.delete(this.#lines.keys().next().value!);
      this.#expected.delete(id);
      if (isBad(line)) this.#bad.push(line);
    }
  }

  /** Lines that no request should cause, each returned once. */
  takeBad(): LogLine[] {
    this.read();
    return this.#bad.splice(0);
  }

  /** The lines of one request, as soon as there are any. */
  async linesOf(correlationId: string): Promise<LogLine[]> {
    for (let waited = 0; waited < 60_000 && !this.#lines.has(correlationId); waited += 20) {
      await sleep(20);
      this.read();
    }
    return this.#lines.get(correlationId) ?? [];
  }

  /** Correlation ids that were answered and never logged, once the log has had time to arrive. */
  async missing(): Promise<string[]> {
    for (let waited = 0; waited < 60_000 && this.#expected.size > 0; waited += 50) {
      await sleep(50);
      this.read();
    }
    return [...this.#expected];
  }
}

/** An error, or any stack trace. */
const isBad = (line: LogLine): boolean =>
  Number(line.level) >= 50 || 'err' in line || /\\n\s+at /.test(JSON.stringify(line));
