import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Sql, Tx } from '../db/index.ts';
import { inStatementSpan } from '../db/statement-span.ts';

const maxConnections = 5;

/** pg-boss, and our own queue statements, on one pool. */
export class QueueEngine {
  readonly boss: PgBoss;
  readonly #pool: pg.Pool;

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      keepAlive: true,
    });
    // See platform/db/database.ts: without listeners a broken connection ends the process.
    this.#pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
    this.boss = new PgBoss({
      db: { executeSql: (text, values) => this.#pool.query(text, values) },
      // db:migrate creates the schema and the queues, as their owner.
      migrate: false,
      createSchema: false,
      reindex: false,
      // Its cron creates a queue at every start; scheduled jobs are sent by job-loops.ts instead.
      schedule: false,
      maintenanceIntervalSeconds: 600,
      // Job dependencies are not used, so there is no need to poll for them every five seconds.
      flowIntervalSeconds: 3_600,
    });
  }

  /** Fails if the database lacks a queue of this version. */
  async start(queues: string[]): Promise<void> {
    try {
      await this.boss.start();
      const existing = new Set((await this.boss.getQueues()).map(({ name }) => name));
      const missing = queues.filter((name) => !existing.has(name));
      if (missing.length > 0) throw new Error(`no queue called ${missing.join(', ')}`);
    } catch (cause) {
      throw new Error('The queues are not ready for this version. Run "npm run db:migrate".', {
        cause,
      });
    }
  }

  async query<Row>(statement: Sql): Promise<Row[]> {
    const query = () => this.#pool.query(statement);
    return (await inStatementSpan(statement.text, query)).rows as Row[];
  }

  /** A transaction across workspaces, for our own statements and for calls of pg-boss. */
  async transaction<T>(work: (rows: Tx['rows'], boss: PgBoss) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    const rows: Tx['rows'] = async (statement) => (await client.query(statement)).rows;
    try {
      await client.query('begin');
      const result = await withBossInTransaction({ rows }, (boss) => work(rows, boss));
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      // Closing the connection rolls back, whatever state it is in.
      client.release(true);
      throw error;
    }
  }

  /** Closes immediately; running jobs must be finished or requeued first. */
  async close(): Promise<void> {
    await this.boss.stop({ graceful: false });
    await this.#pool.end();
  }
}

type QueueTransaction = Pick<Tx, 'rows'>;
const currentTransaction = new AsyncLocalStorage<QueueTransaction>();

/** Has no connection of its own: each of its statements is part of the caller's transaction. */
const boss = new PgBoss({
  db: {
    executeSql: async (text, values = []) => ({
      rows: await currentTransaction.getStore()!.rows({ text, values }),
    }),
  },
});

/** Calls pg-boss inside our transaction. */
export const withBossInTransaction = <T>(
  transaction: QueueTransaction,
  call: (boss: PgBoss) => Promise<T>,
): Promise<T> => currentTransaction.run(transaction, () => call(boss));
