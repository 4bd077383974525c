import { type Database, sql } from '../platform/db/index.ts';
import type { Caller } from '../platform/http/call.ts';

const flushMs = 30_000;

/** Remembers when tokens were used and writes it now and then: a write per request would be dear. */
export class TokenUse {
  readonly #db: Database;
  readonly #timer: NodeJS.Timeout;
  #seen = new Map<string, { workspaceId: string; at: Date }>();

  constructor(db: Database) {
    this.#db = db;
    this.#timer = setInterval(() => void this.flush().catch(() => {}), flushMs).unref();
  }

  saw({ tokenId, workspaceId }: Caller): void {
    if (tokenId !== null) this.#seen.set(tokenId, { workspaceId, at: new Date() });
  }

  async flush(): Promise<void> {
    if (this.#seen.size === 0) return;
    const seen = [...this.#seen];
    this.#seen = new Map();
    try {
      await this.#db.ask(sql`
        select record_token_use(
          ${seen.map(([tokenId]) => tokenId)}::uuid[],
          ${seen.map(([, { workspaceId }]) => workspaceId)}::uuid[],
          ${seen.map(([, { at }]) => at)}::timestamptz[])`);
    } catch (error) {
      this.#seen = new Map([...seen, ...this.#seen]);
      throw error;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush().catch(() => {});
  }
}
