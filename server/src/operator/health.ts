import { isLivenessFileFresh } from '../platform/observe/liveness-file.ts';

/**
 * The health check of the container image. It runs twice a minute, so it loads as little as possible:
 * not even the configuration. Only a worker writes the liveness file; without it, this is an API.
 */
const { LIVENESS_FILE, PORT } = process.env;
const isWorkerFresh = LIVENESS_FILE ? await isLivenessFileFresh(LIVENESS_FILE) : null;
if (isWorkerFresh === false) fail(`The worker has not written ${LIVENESS_FILE} for a minute.`);
if (isWorkerFresh === null) await requireApi(`http://127.0.0.1:${PORT || 3000}/livez`);

async function requireApi(url: string): Promise<void> {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    if (status !== 200) fail(`${url} returned ${status}.`);
  } catch (error) {
    const { message, cause } = error as Error;
    fail(`${url} did not respond: ${cause instanceof Error ? cause.message : message}`);
  }
}

function fail(problem: string): never {
  console.error(problem);
  process.exit(1);
}
