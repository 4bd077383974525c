import type { ActorContext } from './actor.ts';
import type { Tx } from './db/index.ts';

/** A transaction, and who acts in it. */
export interface Acting {
  tx: Tx;
  actor: ActorContext;
}

/** What a verb gets: also the dependencies that it names. A handler's call is one. */
export interface Scope<Deps = unknown> extends Acting {
  deps: Deps;
}
