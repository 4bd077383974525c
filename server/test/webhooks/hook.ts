import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpReceiver, type Receiver } from '../receiver.ts';

/** One request as it arrived. */
interface Arrival {
  headers: Record<string, string>;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read it freely.
  event: any;
  at: number;
}

export interface Hook extends Receiver {
  url: string;
  arrivals: Arrival[];
  /** How it answers from now on; 204 unless told. */
  answer: (how: Answering) => void;
  /** Waits until so many have arrived. */
  atLeast: (count: number, withinMs?: number) => Promise<Arrival[]>;
}

export type Answering = (
  response: ServerResponse,
  request: IncomingMessage,
  arrival: Arrival,
) => unknown;

export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answering =>
  (response) =>
    response.writeHead(code, headers).end(body);

/** A receiver of webhooks on loopback, which remembers everything and answers as it is told. */
export async function startHook(): Promise<Hook> {
  const arrivals: Arrival[] = [];
  let answering: Answering = status(204);
  const receiver = await httpReceiver((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const arrival = {
        headers: request.headers as Record<string, string>,
        body,
        event: JSON.parse(body),
        at: Date.now(),
      };
      arrivals.push(arrival);
      answering(response, request, arrival);
    });
  });
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${receiver.port}/hook`,
    arrivals,
    answer: (how: Answering) => {
      answering = how;
    },
    atLeast: async (count: number, withinMs = 60_000) => {
      for (let waited = 0; arrivals.length < count; waited += 20) {
        if (waited > withinMs)
          throw new Error(`${arrivals.length} of ${count} have arrived within ${withinMs} ms`);
        await sleep(20);
      }
      return arrivals;
    },
  });
}
