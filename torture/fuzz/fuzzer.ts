import type { ApiProcess, TestProcess } from '../../server/test/faults/process.ts';
import type { Attempt } from './attempt.ts';
import { Callers, credentialsOf } from './callers.ts';
import { diceOf } from './dice.ts';
import type { Operation } from './document.ts';
import { goneAfter, missingAfter } from './gone.ts';
import { imagine } from './imagine.ts';
import { type Complaint, judge } from './judge.ts';
import { type Line, LogBook } from './log-book.ts';
import { type Failure, Tally } from './report.ts';
import { shrink } from './shrink.ts';
import type { Tenants } from './tenants.ts';
import { type Answer, Wire } from './wire.ts';

/** Different failures after which it is better to look than to go on. */
const enoughFailures = 5;

interface Options {
  api: ApiProcess;
  worker: TestProcess;
  tenants: Tenants;
  seed: number;
}

/** One run: it imagines requests, sends them, remembers what came back and what was wrong with it. */
export class Fuzzer {
  readonly tally = new Tally();
  readonly failures = new Map<string, Failure>();
  /** New people that the service said it had added, by workspace. */
  readonly acknowledged = new Map<string, number>();
  readonly #options: Options;
  readonly #callers: Callers;
  readonly #log: LogBook;
  readonly #workerLog: LogBook;
  /** The last requests by correlation id, for what the log tells about them later. */
  readonly #recent = new Map<string, Omit<Failure, 'complaints' | 'log'>>();

  #unexplained: Line[] = [];
  #ended: string | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#callers = new Callers(options.tenants.active);
    this.#log = new LogBook(options.api);
    this.#workerLog = new LogBook(options.worker);
    void this.#watch('service', options.api);
    void this.#watch('worker', options.worker);
  }

  get goesOn(): boolean {
    return this.failures.size < enoughFailures && this.#ended === null;
  }

  wire = (): Wire => new Wire(this.#options.api.origin);

  async request(wire: Wire, index: number): Promise<void> {
    const { seed, tenants } = this.#options;
    const dice = diceOf(seed, index);
    const isServed = ({ key }: Operation) => this.tally.succeeded(key) > 0;
    const attempt = await imagine(dice, { tenants, callers: this.#callers, isServed });
    const { answer, complaints } = await this.#try(wire, attempt);
    this.tally.add(attempt, answer);
    if (typeof answer !== 'string') this.#remember(index, attempt, answer);
    if (complaints.length > 0) await this.#fail({ index, attempt, answer }, complaints);
    await this.#readLog();
  }

  /** What only shows when all requests are done. */
  async finish(): Promise<string[]> {
    const missing = await this.#log.missing();
    await this.#readLog();
    const { api, worker } = this.#options;
    const complaints = api.complaints() + worker.complaints();
    return [
      ...(this.#ended ? [this.#ended] : []),
      ...missing.slice(0, 5).map((id) => `an answer with correlation id ${id} is not in the log`),
      ...this.#unexplained.map((line) => `a log has a failure: ${JSON.stringify(line)}`),
      ...(complaints ? [`something was written to standard error:\n${complaints}`] : []),
    ];
  }

  /** The failure's request made small, or nothing if it does not fail by itself. */
  async shrink({ attempt, complaints }: Failure): Promise<Attempt | null> {
    const kind = complaints[0]!.kind;
    if (complaints[0]!.isAboutAll || this.#ended) return attempt;
    const wire = this.wire();
    let [fresh, used] = [attempt.caller, Number.POSITIVE_INFINITY];
    const failsAlike = async (smaller: Attempt): Promise<boolean> => {
      if (attempt.caller && ++used > 20)
        [fresh, used] = [await this.#callers.another(attempt.caller), 0];
      const { complaints: again } = await this.#try(wire, sentBy(smaller, fresh));
      return again.some((complaint) => complaint.kind === kind);
    };
    const smallest = (await failsAlike(attempt)) ? await shrink(attempt, failsAlike) : null;
    wire.close();
    return smallest;
  }

  async #try(
    wire: Wire,
    attempt: Attempt,
  ): Promise<{ answer: Answer | string; complaints: Complaint[] }> {
    const answer = await wire.send(attempt);
    if (typeof answer === 'string')
      return { answer, complaints: [{ kind: 'no answer', text: `never came: ${answer}` }] };
    const complaints = judge(attempt, answer, this.#options.tenants.canary);
    if (answer.headers['x-correlation-id']) this.#log.expect(answer.headers['x-correlation-id']);
    return { answer, complaints };
  }

  #remember(index: number, attempt: Attempt, answer: Answer): void {
    this.#recent.set(answer.headers['x-correlation-id'] ?? '', { index, attempt, answer });
    if (this.#recent.size > 2_000) this.#recent.delete(this.#recent.keys().next().value!);
    const { operation, caller, query } = attempt;
    if (!operation || !caller || attempt.method === 'HEAD' || !isJson(answer)) return;
    const { memory, id } = caller.tenant;
    const { data, error } = JSON.parse(answer.text);
    if (answer.status === 404)
      for (const { referent, id: missing } of missingAfter(attempt, error?.notFound ?? []))
        memory.forget(referent, missing);
    if (answer.status !== 200 || data.dryRun || answer.headers['idempotency-replayed']) return;
    for (const gone of goneAfter(attempt, data)) memory.remove(gone.referent, gone.id);
    memory.learn(operation, query, data);
    if (operation.method !== 'GET')
      this.acknowledged.set(id, (this.acknowledged.get(id) ?? 0) + addedBy(data));
  }

  async #fail(what: Omit<Failure, 'complaints' | 'log'>, complaints: Complaint[]): Promise<void> {
    const place = `${what.attempt.operation?.key} ${complaints[0]!.kind}`;
    const isKnown = [...this.failures.values()].some(({ index }) => index === what.index);
    if (isKnown || this.failures.has(place)) return;
    const failure: Failure = { ...what, complaints, log: [] };
    this.failures.set(place, failure);
    if (typeof what.answer !== 'string')
      failure.log = await this.#log.linesOf(what.answer.headers['x-correlation-id'] ?? '');
  }

  async #watch(name: string, { exited }: TestProcess): Promise<void> {
    const { code, signal } = await exited;
    this.#ended = `the ${name} ended by itself (${signal ?? `code ${code}`})`;
  }

  /** Finds the requests that bad lines in the log are about. A line can come before its answer. */
  async #readLog(): Promise<void> {
    const lines = [...this.#unexplained, ...this.#log.takeBad(), ...this.#workerLog.takeBad()];
    this.#unexplained = [];
    for (const line of lines) {
      const what = this.#recent.get(String(line.correlationId));
      const text = `left a failure in the log: ${JSON.stringify(line)}`;
      if (what) await this.#fail(what, [{ kind: 'log', text, isAboutAll: true }]);
      else this.#unexplained.push(line);
    }
  }
}

const isJson = ({ headers }: Answer): boolean =>
  headers['content-type']?.startsWith('application/json') ?? false;

/** How many new people an answer says there are. */
const addedBy = ({ inserted = 0, status }: { inserted?: number; status?: string }): number =>
  status === 'inserted' ? 1 : inserted;

function sentBy(attempt: Attempt, caller: Attempt['caller']): Attempt {
  const { operation, caller: before } = attempt;
  if (!operation || !before || !caller) return attempt;
  const own = credentialsOf(operation, caller);
  const theirs = credentialsOf(operation, before).map(([, value]) => value);
  const headers = attempt.headers.map(([name, value]): [string, string] => [
    name,
    theirs.includes(value) ? own[theirs.indexOf(value)]![1] : value,
  ]);
  return { ...attempt, caller, headers };
}
