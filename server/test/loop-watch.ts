/** Watches how much CPU goes by between two turns of the event loop: what others wait for. */
export function watchLoop(): { longestMs: () => number; stop: () => void } {
  let longest = 0;
  let last = process.cpuUsage();
  let watching = true;
  const turn = () => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
    if (watching) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    longestMs: () => longest,
    stop: () => {
      watching = false;
    },
  };
}
