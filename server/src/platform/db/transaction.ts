import { escapeLiteral, type PoolClient, type QueryResult } from 'pg';
import type { Sql } from 'sql-template-tag';
import { unavailable } from '../error.ts';
import { isConnectionLoss, wasNeverSent } from './failure.ts';

export interface Timeouts {
  statementMs: number;
  lockMs: number;
}

export type Access = 'read only' | 'read write';

/**
 * One transaction of one workspace. It takes its connection with the first statement, and BEGIN
 * and the workspace's setting travel in the same flight (pg's pipeline), so opening costs no
 * round trip of its own.
 */
export class Tx {
  readonly workspaceId: string;
  readonly #access: Access;
  readonly #connect: () => Promise<PoolClient>;
  readonly #timeouts: Timeouts;
  readonly #atCommit: Sql[] = [];
  #client: Promise<PoolClient> | undefined;
  #failure: unknown;
  #discarded = false;

  constructor(
    workspaceId: string,
    access: Access,
    connect: () => Promise<PoolClient>,
    timeouts: Timeouts,
  ) {
    this.workspaceId = workspaceId;
    this.#access = access;
    this.#connect = connect;
    this.#timeouts = timeouts;
  }

  async rows<Row>(statement: Sql): Promise<Row[]> {
    return (await this.#query(statement)).rows as Row[];
  }

  /** The number of rows that the statement changed. */
  async run(statement: Sql): Promise<number> {
    return (await this.#query(statement)).rowCount ?? 0;
  }

  /** Sent in one flight with COMMIT: for what nothing later in the transaction waits for. */
  atCommit(statement: Sql): void {
    this.#atCommit.push(statement);
  }

  /** Sends what waits for COMMIT now, so that what is asked next sees it. */
  async flush(): Promise<void> {
    await Promise.all(this.#atCommit.splice(0).map((statement) => this.run(statement)));
  }

  /** The transaction will be rolled back, and not committed, however well it ends. */
  discard(): void {
    this.#discarded = true;
  }

  async commit(): Promise<void> {
    if (this.#atCommit.length > 0) await this.#open();
    const client = await this.#client;
    if (!client) return;
    const flight = this.#atCommit.map((statement) => client.query(statement));
    if (this.#discarded) {
      flight.push(client.query('set constraints all immediate'), client.query('rollback'));
    } else {
      flight.push(client.query('commit'));
    }
    // COMMIT behind a failed statement rolls back, so the first failure tells the whole story.
    for (const outcome of await Promise.allSettled(flight))
      if (outcome.status === 'rejected')
        throw this.#discarded ? outcome.reason : asLostCommit(outcome.reason);
  }

  async rollback(): Promise<void> {
    await (await this.#client)?.query('rollback');
  }

  /** Of several statements in flight the first to fail tells why; the others only say that it did. */
  async #query(statement: Sql): Promise<QueryResult> {
    const client = await this.#open();
    return client.query(statement).catch((error: unknown) => {
      this.#failure ??= error;
      throw this.#failure;
    });
  }

  #open(): Promise<PoolClient> {
    this.#client ??= this.#begin();
    return this.#client;
  }

  async #begin(): Promise<PoolClient> {
    const client = await this.#connect();
    // If the connection dies here, the statement that follows fails for the same reason.
    client.query(this.#opening()).catch(() => {});
    return client;
  }

  /** One message without parameters, which costs both sides less than a statement for each. */
  #opening(): string {
    const { statementMs, lockMs } = this.#timeouts;
    return [
      `begin ${this.#access}`,
      `set local app.workspace_id = ${escapeLiteral(this.workspaceId)}`,
      `set local statement_timeout = ${statementMs}`,
      `set local lock_timeout = ${lockMs}`,
      `set local idle_in_transaction_session_timeout = ${2 * statementMs}`,
    ].join('; ');
  }
}

/** COMMIT was on its way: if the connection was lost then, nobody knows how it ended. */
const asLostCommit = (cause: unknown): unknown => {
  if (!isConnectionLoss(cause) || wasNeverSent(cause)) return cause;
  return unavailable(
    'The connection to the database was lost while saving, so it is unknown whether the change was made. ' +
      'Repeat the request with the same Idempotency-Key: it will be done once.',
    { cause },
  );
};
