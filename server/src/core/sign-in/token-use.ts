import { browserTokenDays } from '@outcrop/contract';
import type { Caller } from '../../platform/caller.ts';
import { type Database, sql } from '../../platform/db/index.ts';

const flushMs = 30_000;

interface LastUse {
  id: string;
  workspaceId: string;
  at: Date;
}

/**
 * Records when tokens were last used and members last seen. Written in batches, since a write per
 * request would be expensive.
 */
export class TokenUse {
  readonly #db: Database;
  readonly #timer: NodeJS.Timeout;
  #tokens = new Map<string, LastUse>();
  #members = new Map<string, LastUse>();

  constructor(db: Database) {
    this.#db = db;
    this.#timer = setInterval(() => void this.flush().catch(() => {}), flushMs).unref();
  }

  record({ tokenId, userId, workspaceId }: Omit<Caller, 'tokenKind'>): void {
    const at = new Date();
    if (tokenId !== null) this.#tokens.set(tokenId, { id: tokenId, workspaceId, at });
    else this.#members.set(`${workspaceId} ${userId}`, { id: userId, workspaceId, at });
  }

  async flush(): Promise<void> {
    const [tokens, members] = [this.#tokens, this.#members];
    if (tokens.size + members.size === 0) return;
    this.#tokens = new Map();
    this.#members = new Map();
    try {
      await this.#db.query(sql`
        select record_token_use(${useColumns(tokens)}, ${browserTokenDays}),
               record_member_use(${useColumns(members)})`);
    } catch (error) {
      this.#tokens = new Map([...tokens, ...this.#tokens]);
      this.#members = new Map([...members, ...this.#members]);
      throw error;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush().catch(() => {});
  }
}

const useColumns = (seen: Map<string, LastUse>) => {
  const uses = [...seen.values()];
  return sql`
    ${uses.map(({ id }) => id)}::uuid[],
    ${uses.map(({ workspaceId }) => workspaceId)}::uuid[],
    ${uses.map(({ at }) => at)}::timestamptz[]`;
};
