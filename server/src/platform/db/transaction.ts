import { hash } from 'node:crypto';
import { escapeLiteral, type PoolClient, type QueryResult } from 'pg';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import { unavailableError } from '../error.ts';
import { isConnectionLoss, wasNotSent } from './database-failure.ts';
import { inStatementSpan } from './statement-span.ts';

export interface TransactionTimeouts {
  statementMs: number;
  lockMs: number;
}

/** Text with its parameters: our own SQL, or a statement that pg-boss wrote. */
export type SqlStatement = Pick<Sql, 'text' | 'values'> & {
  /**
   * Whether the connection keeps it prepared, even if it does not keep the transaction's other
   * statements.
   */
  isPrepared?: boolean;
};

/** Whose transaction it is: the policies show private rows of this user, or of all users. */
export interface TransactionViewer {
  userId: string | null;
  seesAll: boolean;
}

export interface TransactionMode {
  viewer: TransactionViewer;
  access: 'read only' | 'read write';
  /** Whether its statements stay prepared on the connection: see `preparedTransaction`. */
  isPrepared?: boolean;
  /** Whether connections keep prepared statements. */
  canPrepare: boolean;
}

/**
 * All our statements are short. PostgreSQL compiles a statement at each execution if it estimates a
 * high cost. It did so for tables without statistics: 3 emails were sent per second.
 */
export const withoutJit = 'set local jit = off';

/**
 * One transaction of one workspace. It connects with the first statement, and sends BEGIN and the
 * workspace setting together with it (pg's pipeline), which saves a round trip.
 */
export class Tx {
  readonly workspaceId: string;
  readonly #mode: TransactionMode;
  readonly #connect: () => Promise<PoolClient>;
  readonly #timeouts: TransactionTimeouts;
  /** Deferred statements that were not sent yet. */
  readonly #waiting: SqlStatement[] = [];
  /** The results of the deferred statements that were sent. */
  readonly #deferred: Promise<unknown>[] = [];
  readonly #beforeCommit: (() => Promise<void>)[] = [];
  readonly #afterCommit: (() => void)[] = [];
  #client: Promise<PoolClient> | undefined;
  #failure: unknown;
  #discarded = false;
  #hasEnded = false;

  constructor(
    workspaceId: string,
    mode: TransactionMode,
    connect: () => Promise<PoolClient>,
    timeouts: TransactionTimeouts,
  ) {
    this.workspaceId = workspaceId;
    this.#mode = mode;
    this.#connect = connect;
    this.#timeouts = timeouts;
  }

  async rows<Row>(
    { text, values }: SqlStatement,
    { isPrepared = false }: { isPrepared?: boolean } = {},
  ): Promise<Row[]> {
    return (await this.#query({ text, values, isPrepared })).rows as Row[];
  }

  /** Returns the number of changed rows. */
  async run(statement: SqlStatement): Promise<number> {
    return (await this.#query(statement)).rowCount ?? 0;
  }

  /**
   * Sends the statement ahead of the next awaited statement or of COMMIT, in the same round trip.
   * If it fails, the transaction fails.
   */
  defer(statement: SqlStatement): void {
    this.#waiting.push(statement);
  }

  /**
   * Runs `work` at the end of the transaction, after the deferred statements. All such work runs at
   * the same time, so its statements share round trips.
   */
  beforeCommit(work: () => Promise<void>): void {
    this.#beforeCommit.push(work);
  }

  /** Runs `work` once the transaction is committed. For counting: it must not fail. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /** The transaction is rolled back at the end, even if it succeeds. */
  discard(): void {
    this.#discarded = true;
  }

  async commit(): Promise<void> {
    if (this.#beforeCommit.length > 0) await this.#runBeforeCommit();
    if (this.#waiting.length > 0) this.#client ??= this.#begin();
    const client = await this.#client;
    this.#hasEnded = true;
    if (!client) return;
    writeTogether(client);
    const sent: Promise<unknown>[] = [
      ...this.#deferred,
      ...this.#send(client, this.#takeWaiting()),
    ];
    if (this.#discarded) {
      sent.push(client.query('set constraints all immediate'), client.query('rollback'));
    } else {
      sent.push(inStatementSpan('commit', () => client.query('commit')));
    }
    // COMMIT after a failed statement rolls back, so the first failure is the cause.
    for (const outcome of await Promise.allSettled(sent))
      if (outcome.status === 'rejected')
        throw this.#discarded ? outcome.reason : asLostCommit(outcome.reason);
    if (!this.#discarded) for (const run of this.#afterCommit) run();
  }

  /** Waits for all work, even after a failure, because nothing may use the connection later. */
  async #runBeforeCommit(): Promise<void> {
    for (const outcome of await Promise.allSettled(this.#beforeCommit.map((run) => run())))
      if (outcome.status === 'rejected') throw outcome.reason;
  }

  async rollback(): Promise<void> {
    this.#hasEnded = true;
    await (await this.#client)?.query('rollback');
  }

  /** When several statements fail, only the first error names the cause. */
  async #query(statement: SqlStatement): Promise<QueryResult> {
    // Taken before any waiting, so that statements are sent in the order of the calls.
    const waiting = this.#takeWaiting();
    if (this.#hasEnded) throw new Error('The transaction has ended.');
    this.#client ??= this.#begin();
    const client = await this.#client;
    // The connection may belong to another transaction by now.
    if (this.#hasEnded) throw new Error('The transaction has ended.');
    this.#deferred.push(...this.#send(client, waiting));
    const [result] = this.#send(client, [statement]);
    return result!;
  }

  get #isPrepared(): boolean {
    return this.#mode.canPrepare && this.#mode.isPrepared === true;
  }

  #takeWaiting(): SqlStatement[] {
    return this.#waiting.splice(0);
  }

  #send(client: PoolClient, statements: SqlStatement[]): Promise<QueryResult>[] {
    if (statements.length > 0) writeTogether(client);
    return statements.map((statement) => {
      const { text, values } = statement;
      const isPrepared = this.#isPrepared || (statement.isPrepared && this.#mode.canPrepare);
      const name = isPrepared ? statementName(text) : undefined;
      const query = () => client.query({ text, values, name });
      const result = inStatementSpan(text, query).catch((error: unknown) => {
        this.#failure ??= error;
        throw this.#failure;
      });
      // A deferred statement may fail before anything waits for it.
      result.catch(() => {});
      return result;
    });
  }

  async #begin(): Promise<PoolClient> {
    const client = await this.#connect();
    writeTogether(client);
    // If the connection is lost here, the next statement fails with the same error.
    client.query(this.#opening()).catch(() => {});
    return client;
  }

  /** One simple-query message, which is cheaper than one statement for each setting. */
  #opening(): string {
    const { statementMs, lockMs } = this.#timeouts;
    const { viewer } = this.#mode;
    return [
      `begin ${this.#mode.access}`,
      `set local app.workspace_id = ${escapeLiteral(this.workspaceId)}`,
      `set local app.user_id = ${escapeLiteral(viewer.userId ?? '')}`,
      `set local app.sees_all = ${viewer.seesAll ? 'on' : 'off'}`,
      `set local statement_timeout = ${statementMs}`,
      `set local lock_timeout = ${lockMs}`,
      `set local idle_in_transaction_session_timeout = ${2 * statementMs}`,
      withoutJit,
      ...(this.#isPrepared ? ['set local plan_cache_mode = force_generic_plan'] : []),
    ].join('; ');
  }
}

/** Combines the statements of one tick into one write to the socket. */
function writeTogether(client: PoolClient): void {
  const { stream } = client.connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** If the connection is lost during COMMIT, its result is unknown. */
const asLostCommit = (cause: unknown): unknown => {
  if (!isConnectionLoss(cause) || wasNotSent(cause)) return cause;
  return unavailableError(
    'database',
    'The connection to the database was lost while saving, so it is unknown whether the change was made. ' +
      'Repeat the request with the same Idempotency-Key: the change is made only once.',
    { cause },
  );
};

/**
 * Takes the workspace's lock of this name and holds it until the transaction ends. A limit that
 * counts rows takes it, so that the count includes concurrent inserts. So do transactions that
 * would deadlock if they ran at the same time.
 */
export const lockInWorkspace = (tx: Tx, name: string): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${name} ${tx.workspaceId}`}, 0))`);

/** A connection keeps the plan of each prepared statement, so their number is limited. */
const maxStatements = 200;
const statementNames = new Map<string, string>();

/**
 * The name of the prepared statement, or undefined if there are too many. All processes derive the
 * same name from the text, because processes behind a pooler share connections.
 */
function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size === maxStatements) return known;
  const name = `outcrop_${hash('sha256', text).slice(0, 32)}`;
  statementNames.set(text, name);
  return name;
}
