import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A language model and a receiver of webhooks, as the version that is dumped sees them. */
export async function startOutside() {
  const answer = { summary: 'Makes sensors for food producers.', facts: [], fields: [] };
  const model = await listen((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'small',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: JSON.stringify({ ...answer, line: 'Hello.' }) },
            finish_reason: 'stop',
          },
        ],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    ),
  );
  const receiver = await listen((_request, response) => response.writeHead(204).end());
  return {
    model: `${model.origin}/v1`,
    receiver: `${receiver.origin}/hook`,
    stop: () => {
      model.stop();
      receiver.stop();
    },
  };
}

async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
