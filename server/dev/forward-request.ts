import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { unavailableError } from '../src/platform/error.ts';
import { isPageRequest } from '../src/platform/http/console.ts';
import { failureBody, failureHeaders } from '../src/platform/http/envelope.ts';

const consoleFile = /^\/(@|src\/|node_modules\/|icon\.svg$)/;
const apiFile = /^\/(openapi(-manage)?\.json|livez|readyz|robots\.txt|llms\.txt)(\?|$)/;

/** Whether a request is for the console's development server. All others are for the API. */
export const isForConsole = ({ method = '', url = '', headers }: IncomingMessage): boolean =>
  consoleFile.test(url) || (isPageRequest({ method, url, headers }) && !apiFile.test(url));

/** Passes a request on to the API process. While that restarts, the request waits. */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  apiOrigin: () => Promise<string>,
): Promise<void> {
  try {
    const answer = await sendUpstream(request, response, apiOrigin);
    const { connection: _, 'transfer-encoding': __, ...headers } = answer.headers;
    response.writeHead(answer.statusCode!, headers);
    await pipeline(answer, response);
  } catch {
    if (response.headersSent) response.destroy();
    else refuseRequest(response);
  }
}

async function sendUpstream(
  request: IncomingMessage,
  response: ServerResponse,
  apiOrigin: () => Promise<string>,
): Promise<IncomingMessage> {
  const origin = await apiOrigin();
  const upstream = send(origin, {
    agent: false,
    method: request.method!,
    path: request.url!,
    headers: { ...request.headers, connection: 'close' },
  });
  // The API may respond before it has read the whole body.
  upstream.on('error', () => {});
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
  try {
    const [answer] = (await once(upstream, 'response')) as [IncomingMessage];
    return answer;
  } catch (error) {
    // A process that stops may drop a connection. Only a read can be sent again.
    const canRepeat = request.method === 'GET' && (await apiOrigin()) !== origin;
    if (!canRepeat) throw error;
    return sendUpstream(request, response, apiOrigin);
  }
}

function refuseRequest(response: ServerResponse): void {
  const error = unavailableError(
    'not_ready',
    'The API is not running. See the terminal of "npm run dev".',
  );
  response.writeHead(error.status, {
    ...failureHeaders(error),
    'content-type': 'application/json',
  });
  response.end(JSON.stringify(failureBody(error, randomUUIDv7())));
}
