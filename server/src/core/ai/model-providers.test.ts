import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { httpReceiver } from '../../../test/test-receiver.ts';
import { boundedFetch } from './model-fetch.ts';
import { createModel, operatorModelConfig } from './model-providers.ts';

const usage = { input_tokens: 5, output_tokens: 2 };
const said = '{"word":"ready"}';

/** Path, key header and response of each provider's protocol. */
const protocols = {
  openai: {
    path: /\/responses$/,
    key: 'authorization',
    answer: {
      id: 'resp_1',
      created_at: 1,
      model: 'm',
      output: [
        {
          type: 'message',
          role: 'assistant',
          id: 'msg_1',
          content: [{ type: 'output_text', text: said, annotations: [] }],
        },
      ],
      usage,
    },
  },
  anthropic: {
    path: /\/messages$/,
    key: 'x-api-key',
    answer: {
      type: 'message',
      id: 'msg_1',
      model: 'm',
      content: [{ type: 'text', text: said }],
      stop_reason: 'end_turn',
      usage,
    },
  },
  google: {
    path: /\/models\/m:generateContent$/,
    key: 'x-goog-api-key',
    answer: {
      candidates: [{ content: { role: 'model', parts: [{ text: said }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 },
    },
  },
  'openai-compatible': {
    path: /\/chat\/completions$/,
    key: 'authorization',
    answer: {
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: `\`\`\`json\n${said}\n\`\`\`` },
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
    },
  },
} as const;
const providers = Object.keys(protocols) as (keyof typeof protocols)[];

const question = {
  system: 'Answer.',
  prompt: 'Say ready.',
  answer: z.object({ word: z.string() }),
  maxTokens: 100,
};
const timeout = () => AbortSignal.timeout(60_000);

async function provider(
  answer: (path: string) => { status: number; body: unknown; headers?: object },
) {
  const seen: { path: string; headers: IncomingHttpHeaders }[] = [];
  const { port } = await httpReceiver((request, response) => {
    const path = request.url!.split('?')[0]!;
    seen.push({ path, headers: request.headers });
    request.resume().on('end', () => {
      const { status, body, headers } = answer(path);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    });
  });
  return { seen, baseUrl: `http://127.0.0.1:${port}/v1` };
}

test.each(providers)(
  '%s is called in its own protocol with its key, and returns tokens and cost',
  async (name) => {
    const { path, key, answer } = protocols[name];
    const { seen, baseUrl } = await provider(() => ({ status: 200, body: answer }));
    const model = createModel(
      {
        provider: name,
        model: 'm',
        baseUrl,
        apiKey: 'canary-key',
        prices: { input: 200_000, output: 1 },
      },
      boundedFetch,
    );
    const reply = await model.ask(question, timeout());
    expect(reply).toEqual({
      value: { word: 'ready' },
      usage: { model: `${name} m`, inputTokens: 5, outputTokens: 2, cost: 1.000002 },
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]!.path).toMatch(path);
    expect(seen[0]!.headers[key]).toContain('canary-key');
  },
);

test.each(providers)(
  '%s: failures are distinguished, without retries, and never contain the key',
  async (name) => {
    let next: { status: number; body: unknown; headers?: object } = { status: 200, body: {} };
    const { seen, baseUrl } = await provider(() => next);
    const model = createModel(
      {
        provider: name,
        model: 'm',
        baseUrl,
        apiKey: 'canary-key',
        prices: { input: 200_000, output: 1 },
      },
      boundedFetch,
    );
    const error = { error: { message: 'canary-key is wrong', type: 'x', code: 1, status: 'X' } };
    const cases = [
      [{ status: 429, body: error, headers: { 'retry-after': '7' } }, 'busy', 7],
      [{ status: 500, body: error }, 'away', undefined],
      [{ status: 401, body: error }, 'misconfigured', undefined],
      [{ status: 404, body: error }, 'misconfigured', undefined],
      [{ status: 400, body: error }, 'refused', undefined],
      // OpenAI's protocol can report errors with status 200.
      [
        { status: 200, body: { nonsense: true } },
        name === 'openai' ? 'away' : 'garbled',
        undefined,
      ],
    ] as const;
    for (const [answer, kind, retryAfterSeconds] of cases) {
      next = answer;
      const failure = await model.ask(question, timeout()).catch((thrown: unknown) => thrown);
      expect(failure).toMatchObject({ name: 'ModelFailure', kind, retryAfterSeconds });
      expect((failure as Error).message).not.toContain('canary-key');
    }
    expect(seen).toHaveLength(cases.length);
  },
);

test('an unreachable model is unavailable, and a hanging call is canceled with the work', async () => {
  const config = {
    provider: 'openai-compatible',
    model: 'm',
    apiKey: null,
    prices: null,
  } as const;
  const unreachable = createModel({ ...config, baseUrl: 'http://127.0.0.1:9/v1' }, boundedFetch);
  await expect(unreachable.ask(question, timeout())).rejects.toMatchObject({ kind: 'away' });
  const { port } = await httpReceiver(() => {});
  const hanging = createModel({ ...config, baseUrl: `http://127.0.0.1:${port}/v1` }, boundedFetch);
  const cancel = AbortSignal.timeout(200);
  await expect(hanging.ask(question, cancel)).rejects.toThrow('aborted due to timeout');
});

test('an incomplete operator model is rejected', () => {
  expect(operatorModelConfig({})).toBeNull();
  expect(() => operatorModelConfig({ AI_PROVIDER: 'openai' })).toThrow('set AI_MODEL');
  expect(() => operatorModelConfig({ AI_PROVIDER: 'openai', AI_MODEL: 'm' })).toThrow(
    'set AI_API_KEY',
  );
  expect(() => operatorModelConfig({ AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm' })).toThrow(
    'set AI_BASE_URL',
  );
  const given = { AI_PROVIDER: 'google', AI_MODEL: 'm', AI_API_KEY: 'k' } as const;
  expect(operatorModelConfig(given)).toEqual({
    provider: 'google',
    model: 'm',
    baseUrl: null,
    apiKey: 'k',
    prices: null,
  });
  expect(() => operatorModelConfig({ ...given, AI_INPUT_PRICE: 1 })).toThrow('AI_OUTPUT_PRICE');
  const priced = operatorModelConfig({ ...given, AI_INPUT_PRICE: 1, AI_OUTPUT_PRICE: 4 });
  expect(priced!.prices).toEqual({ input: 1, output: 4 });
});
