import { expect, test } from 'vitest';
import { listedModels, startModelServer } from '../../test/model-server.ts';
import { testService } from '../../test/service.ts';

const service = await testService({ config: { EGRESS_ALLOW: ['127.0.0.0/8'] } });
const ownServer = await startModelServer();
const otherServer = await startModelServer();
const provider = 'openai-compatible';

async function admin() {
  const workspace = await service.workspace();
  const token = await workspace.token('admin');
  return {
    token,
    list: (body: object) =>
      service.call(token, 'POST', '/api/v1/manage/ai-settings/models', { body }),
    save: (body: object) => service.call(token, 'PATCH', '/api/v1/manage/ai-settings', { body }),
  };
}

test('models are listed before anything is saved, with the key of the request', async () => {
  const { list, token } = await admin();
  const before = ownServer.listRequests.length;
  const listed = await list({ provider, baseUrl: ownServer.baseUrl, apiKey: 'sk-of-the-request' });
  expect(listed.data).toEqual({ models: listedModels, problem: null });
  expect((await list({ provider, baseUrl: ownServer.baseUrl })).data.models).toEqual(listedModels);
  expect(ownServer.listRequests.slice(before)).toEqual(['Bearer sk-of-the-request', undefined]);
  const { data } = await service.call(token, 'GET', '/api/v1/manage/ai-settings');
  expect(data.settings).toMatchObject({ provider: null, apiKeyEnd: null });
});

test('a stored key is sent only to the provider and base URL it was entered for, and only for its workspace', async () => {
  const { list, save } = await admin();
  const saved = { provider, model: 'heron-7b', baseUrl: ownServer.baseUrl };
  await save({ ...saved, apiKey: 'canary-stored' });
  const before = ownServer.listRequests.length;
  await list({ provider, baseUrl: ownServer.baseUrl });
  expect(ownServer.listRequests.slice(before)).toEqual(['Bearer canary-stored']);

  const elsewhere = [
    otherServer.baseUrl,
    `${ownServer.baseUrl}/more`,
    ownServer.baseUrl.replace('/v1', ''),
  ];
  for (const baseUrl of elsewhere) await list({ provider, baseUrl });
  await list({ provider: 'openai', baseUrl: ownServer.baseUrl });
  await list({ provider: 'openai', baseUrl: otherServer.baseUrl });
  await (await admin()).list({ provider, baseUrl: ownServer.baseUrl });
  const sent = [...ownServer.listRequests.slice(before + 1), ...otherServer.listRequests];
  expect(sent).toEqual(sent.map(() => undefined));
  expect(sent).toHaveLength(elsewhere.length + 3);
});

test('an address that is not allowed is not called, and a missing one is 422', async () => {
  const { list } = await admin();
  const refused = await list({ provider, baseUrl: 'http://10.0.0.1/v1', apiKey: 'sk-1' });
  expect(refused).toMatchObject({ status: 200, data: { models: [] } });
  expect(refused.data.problem).toContain('10.0.0.1');
  const missing = await list({ provider });
  expect(missing.status).toBe(422);
  expect(Object.keys(missing.error.fieldErrors)).toEqual(['baseUrl']);
});

test('a key that was sent to list models is neither returned nor logged', async () => {
  const { list, token } = await admin();
  await list({ provider, baseUrl: ownServer.baseUrl, apiKey: 'canary-of-a-request' });
  const { data } = await service.call(token, 'GET', '/api/v1/manage/audit');
  expect(JSON.stringify([data, service.log])).not.toContain('canary-of-a-request');
});
