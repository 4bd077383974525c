/** Measures the CPU time between two ticks of the event loop, which other requests have to wait for. */
export function monitorEventLoop(): { maxCpuMs: () => number; stop: () => void } {
  let maxMs = 0;
  let last = process.threadCpuUsage();
  let running = true;
  const tick = () => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    maxMs = Math.max(maxMs, (user + system) / 1_000);
    if (running) setImmediate(tick);
  };
  setImmediate(tick);
  return {
    maxCpuMs: () => maxMs,
    stop: () => {
      running = false;
    },
  };
}
