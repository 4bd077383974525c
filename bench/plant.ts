import { subscribe } from 'node:diagnostics_channel';

/**
 * Loaded into an API process by `--plant=1.3`: before each request it burns as much CPU as makes
 * the process cost 1.3 times what it did since the last one. A run that does not fail then would
 * not see a real slowdown either.
 */
const extra = Number(process.env['PLANT']) - 1;
let burned = 0;

const used = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

subscribe('http.server.request.start', () => {
  const owed = (used() - burned) * extra;
  const start = used();
  while (burned + used() - start < owed);
  burned += used() - start;
});
