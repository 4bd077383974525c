import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostileTexts } from './fuzz/hostile-text.ts';

/** What a language model may say: something of use, something hostile, or nothing that was asked for. */
const sayings = [
  ...Array.from({ length: hostileTexts.length }, () => 'The company makes sensors for fish.'),
  ...hostileTexts,
];

const found = (text: string, number: number) => ({
  line: text,
  word: text,
  summary: text,
  facts: [{ about: 'talking_point', text, source: number % 3, confidence: 'medium' }],
  fields: [{ field: 'title', value: text, source: 1 }],
});

interface Model {
  baseUrl: string;
  close: () => void;
}

/** An OpenAI-compatible server that answers at once, each time something else. */
export async function startModel(): Promise<Model> {
  let number = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      number++;
      const text = sayings[(number * 7) % sayings.length]!;
      const content = number % 11 === 0 ? text : JSON.stringify(found(text, number));
      const message = { role: 'assistant', content };
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          id: `chatcmpl-${number}`,
          object: 'chat.completion',
          created: 1,
          model: 'hostile',
          choices: [{ index: 0, message, finish_reason: 'stop' }],
          usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
