import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostileTexts } from './fuzz/hostile-text.ts';

/** Usable and hostile answers of a language model. */
const answers = [
  ...Array.from({ length: hostileTexts.length }, () => 'The company makes sensors for fish.'),
  ...hostileTexts,
];

const contentWith = (text: string, number: number) => ({
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

/** An OpenAI-compatible server with a different answer each time. */
export async function startModel(): Promise<Model> {
  let number = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      number++;
      const text = answers[(number * 7) % answers.length]!;
      const content = number % 11 === 0 ? text : JSON.stringify(contentWith(text, number));
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
