import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpReceiver } from './test-receiver.ts';

/** A request to the model, as received. */
export interface ModelRequest {
  system: string;
  prompt: string;
  authorization: string | undefined;
  /** The requested response format. */
  format: unknown;
  /** The number of this request, starting at 1. */
  number: number;
}

/** A JSON response of the model, or a fault. */
export type ModelResponse =
  | { answer: unknown; afterMs?: number }
  | { text: string }
  | { status: number; headers?: Record<string, string> }
  | { bytes: number }
  | 'hang'
  | 'drop';

type Responder = (requests: ModelRequest) => ModelResponse | Promise<ModelResponse>;

export interface ModelServer {
  baseUrl: string;
  requests: ModelRequest[];
  /** The highest number of concurrent requests so far. */
  maxConcurrent: () => number;
  /** The API keys of requests for the list of models, `Bearer` included. */
  listRequests: (string | undefined)[];
  respondWith: (next: Responder) => void;
}

const line = 'Your team’s work on cold chains caught our eye.';
const finding = {
  summary: 'The company makes sensors for food producers.',
  facts: [
    { about: 'industry', text: 'Food technology', source: 0, confidence: 'medium' },
    { about: 'talking_point', text: 'Opened a third plant', source: 0, confidence: 'high' },
  ],
  fields: [],
};

/** A valid response for each kind of request. */
export const defaultResponse = ({ system }: Pick<ModelRequest, 'system'>): ModelResponse => ({
  answer: system.includes('"word"')
    ? { word: 'ready' }
    : system.includes('"line"')
      ? { line }
      : finding,
});

/** The models that the server lists. */
export const listedModels = ['heron-7b', 'heron-70b', 'plover-3b'];

/** An OpenAI-compatible server with configurable responses. */
export async function startModelServer(start: Responder = defaultResponse): Promise<ModelServer> {
  let respond = start;
  const requests: ModelRequest[] = [];
  const listRequests: ModelServer['listRequests'] = [];
  let [inProgress, maxConcurrent] = [0, 0];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await textOf(request)) as {
      messages: { role: string; content: unknown }[];
      response_format?: unknown;
    };
    const contentOf = (role: string) =>
      body.messages
        .filter((message) => message.role === role)
        .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
        .join('\n');
    const question = {
      system: contentOf('system'),
      prompt: contentOf('user'),
      authorization: request.headers.authorization,
      format: body.response_format,
      number: requests.length + 1,
    };
    requests.push(question);
    inProgress++;
    maxConcurrent = Math.max(maxConcurrent, inProgress);
    await act(await respond(question), request, response).finally(() => {
      inProgress--;
    });
  };
  const { port } = await httpReceiver((request, response) => {
    if (request.method === 'GET') {
      listRequests.push(request.headers.authorization);
      return void response.end(JSON.stringify({ data: listedModels.map((id) => ({ id })) }));
    }
    answer(request, response).catch(() => response.destroy());
  });
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests: requests,
    maxConcurrent: () => maxConcurrent,
    listRequests,
    respondWith: (next) => {
      respond = next;
    },
  };
}

async function act(
  respond: ModelResponse,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (respond === 'hang') return;
  if (respond === 'drop') return void request.socket.destroy();
  if ('status' in respond)
    return void response
      .writeHead(respond.status, { 'content-type': 'application/json', ...respond.headers })
      .end('{"error":{"message":"no"}}');
  if ('bytes' in respond) {
    const text = 'x'.repeat(respond.bytes);
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  }
  if ('answer' in respond && respond.afterMs) await sleep(respond.afterMs);
  const content = 'text' in respond ? respond.text : JSON.stringify(respond.answer);
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'scripted',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    }),
  );
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
