/** Runs the function for every item, for eight at a time: as many as the test service has connections. */
export async function inParallel<T>(
  items: readonly T[],
  run: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const runNext = async () => {
    for (const item of rest) await run(item);
  };
  await Promise.all(Array.from({ length: 8 }, runNext));
}
