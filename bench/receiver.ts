import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Accepts any POST; GET returns the count and the time of the last one. */
let [count, lastAt] = [0, 0];
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ count, lastAt }));
    return;
  }
  request.resume().on('end', () => {
    [count, lastAt] = [count + 1, performance.timeOrigin + performance.now()];
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ origin: `http://127.0.0.1:${port}` }));
});
process.on('SIGTERM', () => process.exit(0));
