/** Long enough for a busy machine. A test whose wait takes longer fails, and says what it waited for. */
const waitLimitMs = 20_000;

/** What a promise resolves to; fails if that takes too long. */
export async function withinWaitLimit<T>(promise: Promise<T>, awaited: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited too long for ${awaited}.`)), waitLimitMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
