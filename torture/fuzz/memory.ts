import type { Dice } from './dice.ts';
import { type Operation, referents } from './document.ts';

const most = 300;

/** What a workspace's callers have seen so far: ids by what they mean, and cursors. */
export class Memory {
  readonly #live = new Map<string, string[]>();
  readonly #gone = new Map<string, string[]>();
  readonly #cursors: { key: string; query: [string, string][]; cursor: string }[] = [];

  idOf(referent: string, dice: Dice): string | undefined {
    return pick(this.#live, referent, dice);
  }

  /** One that is not picked again until it is learnt again. */
  takeId(referent: string, dice: Dice): string | undefined {
    const id = this.idOf(referent, dice);
    if (id !== undefined) this.forget(referent, id);
    return id;
  }

  goneIdOf(referent: string, dice: Dice): string | undefined {
    return pick(this.#gone, referent, dice);
  }

  /** Where an earlier search of this operation can go on, with the filters it had. */
  pageOf(key: string, dice: Dice) {
    const pages = this.#cursors.filter((page) => page.key === key);
    return pages.length === 0 ? undefined : dice.pick(pages);
  }

  /** An answer that was long under way may still name what is gone by now. */
  add(referent: string, id: string): void {
    const ids = this.#live.get(referent) ?? [];
    if (ids.includes(id) || this.#gone.get(referent)?.includes(id)) return;
    this.#live.set(referent, [...ids, id].slice(-most));
  }

  /** It is not there, or not there yet. */
  forget(referent: string, id: string): void {
    const others = this.#live.get(referent)?.filter((each) => each !== id) ?? [];
    this.#live.set(referent, others);
  }

  /** It is gone for good. */
  remove(referent: string, id: string): void {
    if (!this.#live.get(referent)?.includes(id)) return;
    this.forget(referent, id);
    this.#gone.set(referent, [...(this.#gone.get(referent) ?? []), id]);
  }

  /** Picks out of an answer whatever a later request could name. */
  learn(operation: Operation, query: [string, string][], data: object): void {
    const { key } = operation;
    const topic = topicOf(operation);
    // Tokens of the callers, whose names stand in many places, must not be ended by one of them.
    const mayLearn = (referent: string) => referent !== 'token' || operation.id === 'postTokens';
    walk(data, (name, value, isOnTop) => {
      if (name === 'nextCursor' && typeof value === 'string') {
        const filters = query.filter(([given]) => given !== 'cursor' && given !== 'page');
        this.#cursors.push({ key, query: filters, cursor: value });
        if (this.#cursors.length > 200) this.#cursors.shift();
        return;
      }
      const named = meanings.get(name);
      for (const item of [value].flat().slice(0, 20)) {
        const { id, kind, undoable } = asThing(item);
        if (typeof id !== 'string' || id.length !== 36) continue;
        const referent = named ?? (isOnTop && typeof item === 'object' ? topic : undefined);
        if (referent !== undefined && mayLearn(referent)) this.add(referent, id);
        // An export is a task, and known by the task's id.
        if (kind !== undefined && referents.includes(kind) && mayLearn(kind)) this.add(kind, id);
        // Few tasks can be undone, and each only once.
        if (undoable) this.add('undoable', id);
      }
    });
  }
}

interface Thing {
  id?: unknown;
  kind?: string;
  undoable?: boolean;
}

const asThing = (item: unknown): Thing =>
  typeof item === 'string' ? { id: item } : ((item ?? {}) as Thing);

/** `taskId`, `taskIds`, `task` and `tasks` all mean a task; ids of nothing else are prospects'. */
const meanings = new Map(
  referents.flatMap((each) =>
    [each, `${each}s`, each.replace(/y$/, 'ies'), `${each}Id`, `${each}Ids`].map(
      (name) => [name, each] as const,
    ),
  ),
).set('ids', 'prospect');

/** What an operation reads or changes: the /lists of /lists/{listId}/merge, but not of a GET there. */
const topicOf = ({ method, path }: Operation): string | undefined => {
  const words = path.replaceAll(/\/\{\w+\}/g, '').split('/');
  return (
    meanings.get(words.at(-1)!) ?? (method === 'GET' ? undefined : meanings.get(words.at(-2)!))
  );
};

const pick = (from: Map<string, string[]>, referent: string, dice: Dice): string | undefined => {
  const ids = from.get(referent) ?? [];
  return ids.length === 0 ? undefined : dice.pick(ids);
};

type See = (name: string, value: unknown, isOnTop: boolean) => void;

function walk(value: unknown, see: See, isOnTop = true): void {
  if (Array.isArray(value)) for (const item of value.slice(0, 20)) walk(item, see, false);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      // The request log repeats what callers have sent, ids of others among it.
      if (name === 'sent') continue;
      see(name, inner, isOnTop);
      walk(inner, see, false);
    }
}
