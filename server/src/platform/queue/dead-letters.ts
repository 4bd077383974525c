import type { Engine } from './engine.ts';
import { deadLetters } from './migrate.ts';
import { allDeadLetters, type DeadLetter, deadLettersOf, rejoin } from './sql.ts';

const atOnce = 1_000;

/** How many jobs of each kind failed for good, and since when. */
export const countDeadLetters = (engine: Engine) =>
  engine.ask<{ job: string; count: number; oldest: Date; newest: Date }>(
    allDeadLetters(deadLetters),
  );

/** The newest of one kind, with the reason of each. */
export const listDeadLetters = (engine: Engine, job: string, most: number) =>
  engine.ask<DeadLetter>(deadLettersOf(deadLetters, job, most));

/** Sends those of one kind, or one of them, back to their queue, as if they were new. */
export async function redrive(engine: Engine, job: string, id?: string): Promise<number> {
  const chosen = { sourceName: job, limit: atOnce, ...(id !== undefined && { ids: [id] }) };
  let moved = 0;
  for (let last = atOnce; last === atOnce; moved += last) {
    last = await engine.boss.redrive(deadLetters, chosen);
    await engine.ask(rejoin(job));
  }
  return moved;
}
