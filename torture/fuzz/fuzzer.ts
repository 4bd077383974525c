import type { ApiProcess, TestProcess } from '../../server/test/faults/test-process.ts';
import { idsDeletedBy, idsMissingAfter } from './deleted-ids.ts';
import type { ApiOperation } from './document.ts';
import { type AnswerProblem, findAnswerProblem } from './find-answer-problem.ts';
import { credentialsOf, FuzzCallers } from './fuzz-callers.ts';
import { generateRequest } from './generate-request.ts';
import { type LogLine, LogReader } from './log-reader.ts';
import { randomFrom } from './random.ts';
import { RawConnection, type WireAnswer } from './raw-connection.ts';
import { type FuzzFailure, RequestTally } from './report.ts';
import type { RequestAttempt } from './request-attempt.ts';
import { shrinkAttempt } from './shrink-attempt.ts';
import type { Tenants } from './tenants.ts';

/** Different failures after which the run stops. */
const maxFailures = 5;

interface FuzzerOptions {
  api: ApiProcess;
  worker: TestProcess;
  tenants: Tenants;
  seed: number;
}

/** One run: generates requests, sends them, and collects the failures. */
export class Fuzzer {
  readonly tally = new RequestTally();
  readonly failures = new Map<string, FuzzFailure>();
  /** Prospects that the service reported as inserted, by workspace. */
  readonly acknowledged = new Map<string, number>();
  readonly #options: FuzzerOptions;
  readonly #callers: FuzzCallers;
  readonly #log: LogReader;
  readonly #workerLog: LogReader;
  /** The last requests by correlation id, to match log lines that come later. */
  readonly #recent = new Map<string, Omit<FuzzFailure, 'problems' | 'log'>>();

  #unexplained: LogLine[] = [];
  #ended: string | null = null;

  constructor(options: FuzzerOptions) {
    this.#options = options;
    this.#callers = new FuzzCallers(options.tenants.active);
    this.#log = new LogReader(options.api);
    this.#workerLog = new LogReader(options.worker);
    void this.#watch('service', options.api);
    void this.#watch('worker', options.worker);
  }

  get isRunning(): boolean {
    return this.failures.size < maxFailures && this.#ended === null;
  }

  wire = (): RawConnection => new RawConnection(this.#options.api.origin);

  async request(wire: RawConnection, index: number): Promise<void> {
    const { seed, tenants } = this.#options;
    const random = randomFrom(seed, index);
    const isServed = ({ key }: ApiOperation) => this.tally.succeeded(key) > 0;
    const attempt = await generateRequest(random, {
      tenants,
      callers: this.#callers,
      hasSucceeded: isServed,
    });
    const { answer, complaints: problems } = await this.#try(wire, attempt);
    this.tally.add(attempt, answer);
    if (typeof answer !== 'string') this.#remember(index, attempt, answer);
    if (problems.length > 0) await this.#fail({ index, attempt, answer }, problems);
    await this.#readLog();
  }

  /** Problems that only show after all requests. */
  async finish(): Promise<string[]> {
    const missing = await this.#log.missing();
    await this.#readLog();
    const { api, worker } = this.#options;
    const problems = api.stderr() + worker.stderr();
    return [
      ...(this.#ended ? [this.#ended] : []),
      ...missing.slice(0, 5).map((id) => `the request with correlation id ${id} is not in the log`),
      ...this.#unexplained.map((line) => `failure in a log: ${JSON.stringify(line)}`),
      ...(problems ? [`output on standard error:\n${problems}`] : []),
    ];
  }

  /** The smallest failing request, or null if it does not fail again. */
  async shrink({ attempt, problems }: FuzzFailure): Promise<RequestAttempt | null> {
    const kind = problems[0]!.kind;
    if (problems[0]!.cannotShrink || this.#ended) return attempt;
    const wire = this.wire();
    let [fresh, used] = [attempt.caller, Number.POSITIVE_INFINITY];
    const failsAlike = async (smaller: RequestAttempt): Promise<boolean> => {
      if (attempt.caller && ++used > 20)
        [fresh, used] = [await this.#callers.another(attempt.caller), 0];
      const { complaints: again } = await this.#try(wire, asCaller(smaller, fresh));
      return again.some((complaint) => complaint.kind === kind);
    };
    const smallest = (await failsAlike(attempt)) ? await shrinkAttempt(attempt, failsAlike) : null;
    wire.close();
    return smallest;
  }

  async #try(
    wire: RawConnection,
    attempt: RequestAttempt,
  ): Promise<{ answer: WireAnswer | string; complaints: AnswerProblem[] }> {
    const answer = await wire.send(attempt);
    if (typeof answer === 'string')
      return { answer, complaints: [{ kind: 'no answer', text: `is missing: ${answer}` }] };
    const problems = findAnswerProblem(attempt, answer, this.#options.tenants.canary);
    if (answer.headers['x-correlation-id']) this.#log.expect(answer.headers['x-correlation-id']);
    return { answer, complaints: problems };
  }

  #remember(index: number, attempt: RequestAttempt, answer: WireAnswer): void {
    this.#recent.set(answer.headers['x-correlation-id'] ?? '', { index, attempt, answer });
    if (this.#recent.size > 2_000) this.#recent.delete(this.#recent.keys().next().value!);
    const { operation, caller, query } = attempt;
    if (!operation || !caller || attempt.method === 'HEAD' || !isJson(answer)) return;
    const { memory, id } = caller.tenant;
    const { data, error } = JSON.parse(answer.text);
    if (answer.status === 404)
      for (const { referent, id: missing } of idsMissingAfter(attempt, error?.notFound ?? []))
        memory.forget(referent, missing);
    if (answer.status !== 200 || data.dryRun || answer.headers['idempotency-replayed']) return;
    for (const gone of idsDeletedBy(attempt, data)) memory.remove(gone.referent, gone.id);
    memory.learn(operation, query, data);
    if (operation.method !== 'GET')
      this.acknowledged.set(id, (this.acknowledged.get(id) ?? 0) + insertedCount(data));
  }

  async #fail(
    request: Omit<FuzzFailure, 'problems' | 'log'>,
    problems: AnswerProblem[],
  ): Promise<void> {
    const key = `${request.attempt.operation?.key} ${problems[0]!.kind}`;
    const isKnown = [...this.failures.values()].some(({ index }) => index === request.index);
    if (isKnown || this.failures.has(key)) return;
    const failure: FuzzFailure = { ...request, problems, log: [] };
    this.failures.set(key, failure);
    if (typeof request.answer !== 'string')
      failure.log = await this.#log.linesOf(request.answer.headers['x-correlation-id'] ?? '');
  }

  async #watch(name: string, { exited }: TestProcess): Promise<void> {
    const { code, signal } = await exited;
    this.#ended = `the ${name} stopped unexpectedly (${signal ?? `code ${code}`})`;
  }

  /** Matches failures in the log with requests. A line can come before its answer. */
  async #readLog(): Promise<void> {
    const lines = [...this.#unexplained, ...this.#log.takeBad(), ...this.#workerLog.takeBad()];
    this.#unexplained = [];
    for (const line of lines) {
      const request = this.#recent.get(String(line.correlationId));
      const text = `caused a failure in the log: ${JSON.stringify(line)}`;
      if (request) await this.#fail(request, [{ kind: 'log', text, cannotShrink: true }]);
      else this.#unexplained.push(line);
    }
  }
}

const isJson = ({ headers }: WireAnswer): boolean =>
  headers['content-type']?.startsWith('application/json') ?? false;

const insertedCount = ({ inserted = 0, status }: { inserted?: number; status?: string }): number =>
  status === 'inserted' ? 1 : inserted;

function asCaller(attempt: RequestAttempt, caller: RequestAttempt['caller']): RequestAttempt {
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
