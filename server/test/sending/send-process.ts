import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { readConfig } from '../../src/config.ts';
import type { ClaimedMessage } from '../../src/core/sending/claimed-message.ts';
import { Suppression } from '../../src/core/suppression/suppression.ts';
import { Database } from '../../src/platform/db/index.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { sendEmail } from '../../src/sending/send-email.ts';
import { composedOf } from './claimed-email.ts';
import { checkBeforeConnecting } from './planted-check.ts';

/** Sends claimed emails that it gets by HTTP, in a process that can be stopped and killed. */
const config = readConfig();
const environment = process.env as Record<'NAME_SERVER' | 'CERTIFICATE', string>;
if (environment.CERTIFICATE) tls.setDefaultCACertificates([environment.CERTIFICATE]);
const deps = {
  db: new Database({
    url: config.DATABASE_URL,
    poolSize: 8,
    timeouts: { statementMs: 10_000, lockMs: 5_000 },
    inBackground: true,
  }),
  suppression: new Suppression(config.SUPPRESSION_KEY!),
  clock: () => new Date(),
  egress: new Egress({ allow: ['127.0.0.0/8'], nameServers: [environment.NAME_SERVER] }),
  credentials: { of: async () => ({ user: 'jane', password: 'password' }) },
  hostName: 'outcrop.example',
  timeouts: { beforeDotMs: 60_000, afterDotMs: 60_000 },
};

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
