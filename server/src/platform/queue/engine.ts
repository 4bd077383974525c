import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Sql } from '../db/index.ts';

const connections = 5;

/** The queue as a worker uses it: pg-boss, and the few statements of ours beside it, on one pool. */
export class Engine {
  readonly boss: PgBoss;
  readonly #pool: pg.Pool;

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      keepAlive: true,
    });
    // See platform/db/database.ts: without listeners a broken connection ends the process.
    this.#pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
    this.boss = new PgBoss({
      db: { executeSql: (text, values) => this.#pool.query(text, values) },
      // The schema and the queues are made by db:migrate, as their owner.
      migrate: false,
      createSchema: false,
      reindex: false,
      // Its cron makes a queue of its own at every start; chores are sent in another way.
      schedule: false,
      maintenanceIntervalSeconds: 600,
      // Dependencies between jobs are not used, so it need not look for them every five seconds.
      flowIntervalSeconds: 3_600,
    });
  }

  /** Refuses a database whose queues are not those of this version. */
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

  async ask<Row>(statement: Sql): Promise<Row[]> {
    return (await this.#pool.query(statement)).rows as Row[];
  }

  /** Ends it at once; what was under way must be finished or handed back before. */
  async close(): Promise<void> {
    await this.boss.stop({ graceful: false });
    await this.#pool.end();
  }
}
