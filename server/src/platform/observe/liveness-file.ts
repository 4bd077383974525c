import { rmSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';

const writeIntervalMs = 10_000;
const maxAgeMs = 60_000;

/** Rewrites a file while the event loop runs, so that its age shows whether the process is stuck. */
export function keepLivenessFileFresh(
  file: string,
  onError: (error: Error) => void,
  intervalMs = writeIntervalMs,
): { stop: () => void } {
  const write = () => void writeFile(file, `${new Date().toISOString()}\n`).catch(onError);
  write();
  const timer = setInterval(write, intervalMs);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      rmSync(file, { force: true });
    },
  };
}

/** Null if there is no such file. */
export async function isLivenessFileFresh(file: string, now = Date.now()): Promise<boolean | null> {
  const fileStats = await stat(file).catch(() => null);
  return fileStats && now - fileStats.mtimeMs <= maxAgeMs;
}
