import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CampaignEmail } from '../../src/core/sending/claimed-email.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { processDeps } from './process-deps.ts';
import { sendClaimed } from './send-claimed.ts';

/** Sends claimed emails that it gets by HTTP, in a process that can be stopped. */
const deps = processDeps();

const answer = async (request: IncomingMessage, response: ServerResponse) => {
  const { workspaceId, message } = (await new Response(
    request as unknown as ReadableStream,
  ).json()) as { workspaceId: string; message: CampaignEmail };
  try {
    const result = await sendClaimed(deps, workspaceId, message);
    response.end(JSON.stringify(result));
  } catch (error) {
    response.statusCode = 500;
    response.end(String((error as Error).stack));
  }
};
const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  createLog('info').info({ origin: `http://127.0.0.1:${port}` }, 'sending');
});
