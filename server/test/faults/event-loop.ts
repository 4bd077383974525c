// Preloaded into a process: logs once a second how long its event loop was blocked, in wall-clock and
// CPU time. Wall-clock time includes time taken by other processes.
const everyMs = 5;
const max = { clockMs: 0, cpuMs: 0 };
let before = performance.now();
let cpuBefore = process.threadCpuUsage();

setInterval(() => {
  const now = performance.now();
  const { user, system } = process.threadCpuUsage(cpuBefore);
  max.clockMs = Math.max(max.clockMs, now - before - everyMs);
  max.cpuMs = Math.max(max.cpuMs, (user + system) / 1_000);
  before = now;
  cpuBefore = process.threadCpuUsage();
}, everyMs).unref();

setInterval(() => {
  console.log(JSON.stringify({ msg: 'event loop', ...max }));
  max.clockMs = 0;
  max.cpuMs = 0;
}, 1_000).unref();
