import { type ApiOperation, refTargets } from './document.ts';
import type { Random } from './random.ts';

const maxIds = 300;

/** Ids and cursors that the callers of a workspace have seen. */
export class KnownIds {
  readonly #live = new Map<string, string[]>();
  readonly #deleted = new Map<string, string[]>();
  readonly #cursors: { key: string; query: [string, string][]; cursor: string }[] = [];

  idOf(referent: string, random: Random): string | undefined {
    return pick(this.#live, referent, random);
  }

  /** Not picked again until it is learned again. */
  takeId(referent: string, random: Random): string | undefined {
    const id = this.idOf(referent, random);
    if (id !== undefined) this.forget(referent, id);
    return id;
  }

  deletedIdOf(referent: string, random: Random): string | undefined {
    return pick(this.#deleted, referent, random);
  }

  /** A cursor of an earlier search, with its filters. */
  pageOf(key: string, random: Random) {
    const pages = this.#cursors.filter((page) => page.key === key);
    return pages.length === 0 ? undefined : random.pick(pages);
  }

  /** A slow answer may still contain ids that are deleted by now. */
  add(referent: string, id: string): void {
    const ids = this.#live.get(referent) ?? [];
    if (ids.includes(id) || this.#deleted.get(referent)?.includes(id)) return;
    this.#live.set(referent, [...ids, id].slice(-maxIds));
  }

  /** For an id that was not found, or is not created yet. */
  forget(referent: string, id: string): void {
    const others = this.#live.get(referent)?.filter((each) => each !== id) ?? [];
    this.#live.set(referent, others);
  }

  remove(referent: string, id: string): void {
    if (!this.#live.get(referent)?.includes(id)) return;
    this.forget(referent, id);
    this.#deleted.set(referent, [...(this.#deleted.get(referent) ?? []), id]);
  }

  /** Collects ids and cursors from an answer. */
  learn(operation: ApiOperation, query: [string, string][], data: object): void {
    const { key } = operation;
    const topic = topicOf(operation);
    // The tokens of the callers must not be revoked by one of them.
    const mayLearn = (referent: string) => referent !== 'token' || operation.id === 'postTokens';
    visitValues(data, (name, value, isOnTop) => {
      if (name === 'nextCursor' && typeof value === 'string') {
        const filters = query.filter(([given]) => given !== 'cursor' && given !== 'page');
        this.#cursors.push({ key, query: filters, cursor: value });
        if (this.#cursors.length > 200) this.#cursors.shift();
        return;
      }
      const named = referentByName.get(name);
      for (const item of [value].flat().slice(0, 20)) {
        const { id, kind, undoable } = asThing(item);
        if (typeof id !== 'string' || id.length !== 36) continue;
        const referent = named ?? (isOnTop && typeof item === 'object' ? topic : undefined);
        if (referent !== undefined && mayLearn(referent)) this.add(referent, id);
        // An export is a task, and known by the task's id.
        if (kind !== undefined && refTargets.includes(kind) && mayLearn(kind)) this.add(kind, id);
        // Few tasks can be undone, and each only once.
        if (undoable) this.add('undoable', id);
      }
    });
  }
}

interface KnownThing {
  id?: unknown;
  kind?: string;
  undoable?: boolean;
}

const asThing = (item: unknown): KnownThing =>
  typeof item === 'string' ? { id: item } : ((item ?? {}) as KnownThing);

/** `taskId`, `taskIds`, `task` and `tasks` all refer to a task; plain `ids` are prospects. */
const referentByName = new Map(
  refTargets.flatMap((each) =>
    [each, `${each}s`, each.replace(/y$/, 'ies'), `${each}Id`, `${each}Ids`].map(
      (name) => [name, each] as const,
    ),
  ),
).set('ids', 'prospect');

/** What an operation reads or changes: the /lists of /lists/{listId}/merge, but not of a GET there. */
const topicOf = ({ method, path }: ApiOperation): string | undefined => {
  const words = path.replaceAll(/\/\{\w+\}/g, '').split('/');
  return (
    referentByName.get(words.at(-1)!) ??
    (method === 'GET' ? undefined : referentByName.get(words.at(-2)!))
  );
};

const pick = (
  from: Map<string, string[]>,
  referent: string,
  random: Random,
): string | undefined => {
  const ids = from.get(referent) ?? [];
  return ids.length === 0 ? undefined : random.pick(ids);
};

type VisitValue = (name: string, value: unknown, isOnTop: boolean) => void;

function visitValues(value: unknown, see: VisitValue, isOnTop = true): void {
  if (Array.isArray(value)) for (const item of value.slice(0, 20)) visitValues(item, see, false);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      // The request log repeats what callers sent, including foreign ids.
      if (name === 'sent') continue;
      see(name, inner, isOnTop);
      visitValues(inner, see, false);
    }
}
