import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProcess } from '../../server/test/faults/process.ts';

export type Line = Record<string, unknown>;

const idOf = ({ correlationId }: Line) => (typeof correlationId === 'string' ? correlationId : '');

/** What a process logged, read as it comes and kept only as long as somebody may ask for it. */
export class LogBook {
  readonly #process: TestProcess;
  readonly #lines = new Map<string, Line[]>();
  readonly #owed = new Set<string>();
  #bad: Line[] = [];

  constructor(process: TestProcess) {
    this.#process = process;
  }

  /** From now on a line with this correlation id is expected. */
  expect(correlationId: string): void {
    if (!this.#lines.has(correlationId)) this.#owed.add(correlationId);
  }

  read(): void {
    for (const line of this.#process.log.splice(0)) {
      const id = idOf(line);
      this.#lines.set(id, [...(this.#lines.get(id) ?? []), line]);
      if (this.#lines.size > 5_000) this.#lines.delete(this.#lines.keys().next().value!);
      this.#owed.delete(id);
      if (isBad(line)) this.#bad.push(line);
    }
  }

  /** Lines that no request should cause, each told once. */
  takeBad(): Line[] {
    this.read();
    return this.#bad.splice(0);
  }

  /** The lines of one request, as soon as there are any. */
  async linesOf(correlationId: string): Promise<Line[]> {
    for (let waited = 0; waited < 60_000 && !this.#lines.has(correlationId); waited += 20) {
      await sleep(20);
      this.read();
    }
    return this.#lines.get(correlationId) ?? [];
  }

  /** Correlation ids that were answered and never logged, once the log has had time to arrive. */
  async missing(): Promise<string[]> {
    for (let waited = 0; waited < 60_000 && this.#owed.size > 0; waited += 50) {
      await sleep(50);
      this.read();
    }
    return [...this.#owed];
  }
}

/** A failure that nobody foresaw, or a stack of any kind. */
const isBad = (line: Line): boolean =>
  Number(line.level) >= 50 || 'err' in line || /\\n\s+at /.test(JSON.stringify(line));
