import type { Engine } from './engine.ts';
import { deadLetters } from './migrate.ts';
import { allDeadLetters, type DeadLetter, deadLettersOf, resetPositions } from './sql.ts';

const batchSize = 1_000;

/** Counts permanently failed jobs by type. */
export const countDeadLetters = (engine: Engine) =>
  engine.ask<{ job: string; count: number; oldest: Date; newest: Date }>(
    allDeadLetters(deadLetters),
  );

export const listDeadLetters = (engine: Engine, job: string, limit: number) =>
  engine.ask<DeadLetter>(deadLettersOf(deadLetters, job, limit));

/** Returns all dead letters of one type, or one of them, to their queue as new jobs. */
export async function redrive(engine: Engine, job: string, id?: string): Promise<number> {
  const chosen = { sourceName: job, limit: batchSize, ...(id !== undefined && { ids: [id] }) };
  let moved = 0;
  for (let last = batchSize; last === batchSize; moved += last) {
    last = await engine.boss.redrive(deadLetters, chosen);
    await engine.ask(resetPositions(job));
  }
  return moved;
}
