import type { FastifyBaseLogger } from 'fastify';

const graceMs = 15_000;

/** Stops gracefully on a signal. In any case, exits after `drainMs` and a grace period. */
export function stopOnSignal(
  { stop }: { stop: () => Promise<void> },
  log: FastifyBaseLogger,
  drainMs = 0,
): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, 'stopping: finishing work in progress, accepting no new work');
      setTimeout(() => process.exit(1), drainMs + graceMs).unref();
      void stop().then(() => process.exit(0));
    });
  }
}
