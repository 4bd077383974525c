import type { Dice } from './dice.ts';

const most = 300;

/** What a workspace's callers have seen so far: ids by what they mean, and cursors. */
export class Memory {
  readonly #live = new Map<string, string[]>();
  readonly #gone = new Map<string, string[]>();
  readonly #cursors: { operationId: string; query: [string, string][]; cursor: string }[] = [];

  idOf(referent: string, dice: Dice): string | undefined {
    return this.#pick(this.#live, referent, dice);
  }

  goneIdOf(referent: string, dice: Dice): string | undefined {
    return this.#pick(this.#gone, referent, dice);
  }

  /** Where an earlier search of this operation can go on, with the filters it had. */
  pageOf(operationId: string, dice: Dice) {
    const pages = this.#cursors.filter((page) => page.operationId === operationId);
    return pages.length === 0 ? undefined : dice.pick(pages);
  }

  add(referent: string, id: string): void {
    keep(this.#live, referent, id);
  }

  remove(referent: string, ids: string[]): void {
    this.#live.set(
      referent,
      (this.#live.get(referent) ?? []).filter((id) => !ids.includes(id)),
    );
    for (const id of ids) keep(this.#gone, referent, id);
  }

  /** Picks out of an answer whatever a later request could name. */
  learn(operationId: string, query: [string, string][], data: unknown): void {
    walk(data, (name, value) => {
      if (name === 'nextCursor' && typeof value === 'string') {
        const filters = query.filter(([given]) => given !== 'cursor' && given !== 'page');
        this.#cursors.push({ operationId, query: filters, cursor: value });
        if (this.#cursors.length > 100) this.#cursors.shift();
        return;
      }
      const [, single, many] = /^(\w+)Id$|^(\w+?)s$/.exec(name) ?? [];
      if (single !== undefined && typeof value === 'string') this.add(single, value);
      if (many === undefined || !Array.isArray(value)) return;
      const referent = many === 'id' ? 'prospect' : many.replace(/Id$/, '');
      for (const item of value.slice(0, 20)) {
        const id = typeof item === 'string' ? item : (item as { id?: unknown } | null)?.id;
        if (typeof id === 'string' && id.length === 36) this.add(referent, id);
      }
    });
  }

  #pick(from: Map<string, string[]>, referent: string, dice: Dice): string | undefined {
    const ids = from.get(referent) ?? [];
    return ids.length === 0 ? undefined : dice.pick(ids);
  }
}

function keep(in_: Map<string, string[]>, referent: string, id: string): void {
  const ids = in_.get(referent) ?? [];
  if (ids.includes(id)) return;
  ids.push(id);
  if (ids.length > most) ids.shift();
  in_.set(referent, ids);
}

function walk(value: unknown, see: (name: string, value: unknown) => void): void {
  if (Array.isArray(value)) for (const item of value.slice(0, 20)) walk(item, see);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      see(name, inner);
      walk(inner, see);
    }
}
