import type { FastifyBaseLogger } from 'fastify';

const graceMs = 15_000;

/** Ends the process in good order when it is asked to, and in any case after a while. */
export function stopOnSignal(
  { stop }: { stop: () => Promise<void> },
  log: FastifyBaseLogger,
): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, 'stopping: what is under way is finished, nothing new is taken');
      setTimeout(() => process.exit(1), graceMs).unref();
      void stop().then(() => process.exit(0));
    });
  }
}
