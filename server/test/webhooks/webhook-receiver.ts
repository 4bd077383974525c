import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpReceiver, type TestReceiver } from '../test-receiver.ts';

/** One request as it arrived. */
interface ReceivedRequest {
  headers: Record<string, string>;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read it freely.
  event: any;
  at: number;
}

export interface WebhookReceiver extends TestReceiver {
  url: string;
  requests: ReceivedRequest[];
  /** Sets the response; the default is 204. */
  respondWith: (responder: WebhookResponder) => void;
  /** Waits until this many requests have arrived. */
  waitForRequests: (count: number, withinMs?: number) => Promise<ReceivedRequest[]>;
}

export type WebhookResponder = (
  response: ServerResponse,
  request: IncomingMessage,
  received: ReceivedRequest,
) => unknown;

export const respondWithStatus =
  (code: number, headers: Record<string, string> = {}, body = ''): WebhookResponder =>
  (response) =>
    response.writeHead(code, headers).end(body);

/** A webhook receiver on loopback that records requests and has a configurable response. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = [];
  let respond: WebhookResponder = respondWithStatus(204);
  const receiver = await httpReceiver((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const received = {
        headers: request.headers as Record<string, string>,
        body,
        event: JSON.parse(body),
        at: Date.now(),
      };
      requests.push(received);
      respond(response, request, received);
    });
  });
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${receiver.port}/hook`,
    requests,
    respondWith: (responder: WebhookResponder) => {
      respond = responder;
    },
    waitForRequests: async (count: number, withinMs = 60_000) => {
      for (let waited = 0; requests.length < count; waited += 20) {
        if (waited > withinMs)
          throw new Error(`${requests.length} of ${count} have arrived within ${withinMs} ms`);
        await sleep(20);
      }
      return requests;
    },
  });
}
