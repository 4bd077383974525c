// Loaded before a process's own file: logs once a second the longest stretch between two turns of its
// event loop, by the clock and by the processor time of its thread. The clock also counts what other
// processes took from it.
const everyMs = 5;
const longest = { clockMs: 0, cpuMs: 0 };
let before = performance.now();
let cpuBefore = process.threadCpuUsage();

setInterval(() => {
  const now = performance.now();
  const { user, system } = process.threadCpuUsage(cpuBefore);
  longest.clockMs = Math.max(longest.clockMs, now - before - everyMs);
  longest.cpuMs = Math.max(longest.cpuMs, (user + system) / 1_000);
  before = now;
  cpuBefore = process.threadCpuUsage();
}, everyMs).unref();

setInterval(() => {
  console.log(JSON.stringify({ msg: 'event loop', ...longest }));
  longest.clockMs = 0;
  longest.cpuMs = 0;
}, 1_000).unref();
