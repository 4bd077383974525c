import { subscribe } from 'node:diagnostics_channel';

/**
 * Loaded into the API by `--plant=1.3`: burns CPU before each request, so that the process uses 1.3
 * times as much. The comparison must fail then, or it would miss a real slowdown.
 */
const extraShare = Number(process.env['PLANT']) - 1;
let burnedMs = 0;

const usedCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

subscribe('http.server.request.start', () => {
  const target = (usedCpuMs() - burnedMs) * extraShare;
  const start = usedCpuMs();
  while (burnedMs + usedCpuMs() - start < target);
  burnedMs += usedCpuMs() - start;
});
