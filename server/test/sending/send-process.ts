import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClaimedMessage } from '../../src/core/sending/claimed-message.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { sendEmail } from '../../src/sending/send-email.ts';
import { composedOf } from './claimed-email.ts';
import { checkBeforeConnecting } from './planted-check.ts';
import { processDeps } from './process-deps.ts';

/** Sends claimed emails that it gets by HTTP, in a process that can be stopped. */
const deps = processDeps();

const answer = async (request: IncomingMessage, response: ServerResponse) => {
  const { workspaceId, message, planted } = (await new Response(
    request as unknown as ReadableStream,
  ).json()) as { workspaceId: string; message: ClaimedMessage; planted?: boolean };
  try {
    const gate = planted ? await checkBeforeConnecting(deps, workspaceId, message) : {};
    const sending = { ...deps, ...gate };
    const result = await sendEmail(sending, workspaceId, message, composedOf(message));
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
