import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpReceiver } from './receiver.ts';

/** A question as it arrived over the wire. */
export interface Asked {
  system: string;
  prompt: string;
  authorization: string | undefined;
  /** What the sender said it wants back. */
  format: unknown;
  /** Which question this is, from 1. */
  number: number;
}

/** How a model misbehaves, or the JSON that it answers. */
export type Behaviour =
  | { answer: unknown; afterMs?: number }
  | { text: string }
  | { status: number; headers?: Record<string, string> }
  | { bytes: number }
  | 'hang'
  | 'drop';

type Behave = (asked: Asked) => Behaviour | Promise<Behaviour>;

export interface ModelServer {
  baseUrl: string;
  asked: Asked[];
  /** Questions under way at the same time, at most. */
  most: () => number;
  behave: (next: Behave) => void;
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

/** What a well-behaved model answers, to either kind of question. */
export const sensible = ({ system }: Pick<Asked, 'system'>): Behaviour => ({
  answer: system.includes('"word"')
    ? { word: 'ready' }
    : system.includes('"line"')
      ? { line }
      : finding,
});

/** An OpenAI-compatible server on a real socket that does as it is told. */
export async function modelServer(start: Behave = sensible): Promise<ModelServer> {
  let behaviour = start;
  const asked: Asked[] = [];
  let [underWay, most] = [0, 0];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await textOf(request)) as {
      messages: { role: string; content: unknown }[];
      response_format?: unknown;
    };
    const said = (role: string) =>
      body.messages
        .filter((message) => message.role === role)
        .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
        .join('\n');
    const question = {
      system: said('system'),
      prompt: said('user'),
      authorization: request.headers.authorization,
      format: body.response_format,
      number: asked.length + 1,
    };
    asked.push(question);
    underWay++;
    most = Math.max(most, underWay);
    await act(await behaviour(question), request, response).finally(() => {
      underWay--;
    });
  };
  const { port } = await httpReceiver((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    most: () => most,
    behave: (next) => {
      behaviour = next;
    },
  };
}

async function act(
  behaviour: Behaviour,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (behaviour === 'hang') return;
  if (behaviour === 'drop') return void request.socket.destroy();
  if ('status' in behaviour)
    return void response
      .writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers })
      .end('{"error":{"message":"no"}}');
  if ('bytes' in behaviour) {
    const text = 'x'.repeat(behaviour.bytes);
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  }
  if ('answer' in behaviour && behaviour.afterMs) await sleep(behaviour.afterMs);
  const content = 'text' in behaviour ? behaviour.text : JSON.stringify(behaviour.answer);
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
