declare module 'vitest' {
  interface TaskMeta {
    setUpMs?: Partial<Record<SetUpPart, number>>;
  }
}

export type SetUpPart = 'databases' | 'services' | 'browsers';

const maxSetUpMs = 60_000;
let spentMs: Partial<Record<SetUpPart, number>> = {};

/** Vitest has no time limit for what a file does before its first test, so this sets one. */
export async function timedSetUp<T>(
  part: SetUpPart,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const { promise: timeLimit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`Set-up: ${what} was not ready after ${maxSetUpMs / 1_000} s.`)),
    maxSetUpMs,
  );
  try {
    return await Promise.race([work(), timeLimit]);
  } finally {
    clearTimeout(timer);
    spentMs[part] = (spentMs[part] ?? 0) + performance.now() - started;
  }
}

/** The times since the last call: those of one test file. */
export function takeSetUpTimes(): Partial<Record<SetUpPart, number>> {
  const taken = spentMs;
  spentMs = {};
  return taken;
}
