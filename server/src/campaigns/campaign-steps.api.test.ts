import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testService } from '../../test/service.ts';
import { selectSequences } from '../core/campaigns/campaign-steps.sql.ts';

const service = await testService();
const { owner } = service;
const path = '/api/v1/manage/campaigns';

const first = { kind: 'email', subject: 'Hello', body: 'Dear {{firstName|reader}}' };
const wait = { kind: 'wait', days: 3 };
const second = { kind: 'email', body: 'Did my email reach you?' };
const third = { kind: 'email', body: 'One last time' };

interface Step {
  id: string;
  kind: string;
  [field: string]: unknown;
}

async function createCampaign(steps: object[] = [first, wait, second, third]) {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const created = await service.call(token, 'POST', path, { body: { name: 'Fair', steps } });
  const { id } = created.data.campaign;
  return {
    workspace,
    id,
    token,
    steps: created.data.campaign.steps as Step[],
    patch: (body: object) => service.call(token, 'PATCH', `${path}/${id}`, { body }),
    read: async () => (await service.call(token, 'GET', `${path}/${id}`)).data.campaign,
    sequence: () =>
      owner.transaction(workspace.id, async (tx) => (await selectSequences(tx, [id])).get(id)!),
  };
}

describe('a step', () => {
  test('has an id, and keeps it when it is moved or rewritten', async () => {
    const { steps, patch, read } = await createCampaign();
    const [a, b, c, d] = steps as [Step, Step, Step, Step];
    expect(new Set(steps.map(({ id }) => id)).size).toBe(4);
    const sent = [{ ...a, subject: 'Rewritten' }, d, { ...b, days: 5, workingDays: true }, c];
    const { data } = await patch({ steps: sent });
    expect(data.campaign.steps).toEqual(sent);
    expect(await read()).toEqual(data.campaign);
  });

  test('that is sent back as it was read changes nothing, also while the campaign runs', async () => {
    const { steps, patch } = await createCampaign();
    expect((await patch({ status: 'running', steps })).status).toBe(200);
    expect((await patch({ steps })).data.campaign.steps).toEqual(steps);
    const withoutIds = [first, wait, second, third];
    expect((await patch({ steps: withoutIds })).data.campaign.steps).toEqual(steps);
    const { error } = await patch({ steps: steps.slice(0, 3) });
    expect(Object.keys(error.fieldErrors)).toEqual(['steps']);
  });

  test('with an unknown id is 422, also if the id is of another campaign', async () => {
    const [one, other] = [await createCampaign(), await createCampaign()];
    for (const id of [randomUUID(), other.steps[0]!.id]) {
      const { status, error } = await one.patch({ steps: [{ ...first, id }] });
      expect([status, error.fieldErrors.steps[0]]).toEqual([
        422,
        `have the unknown id ${id}; omit the id of a new step`,
      ]);
    }
    const made = await service.call(one.token, 'POST', path, {
      body: { name: 'Copy', steps: one.steps },
    });
    expect(made.status).toBe(422);
  });
});

describe('alternatives', () => {
  const alternatives = [{ subject: 'Hi', body: 'Short' }, { body: 'Shorter' }];

  test('have ids too', async () => {
    const { steps, patch } = await createCampaign([{ ...first, alternatives }]);
    const [step] = steps as [Step & { alternatives: { id: string }[] }];
    expect(step.alternatives).toEqual([
      { id: expect.any(String), subject: 'Hi', body: 'Short' },
      { id: expect.any(String), subject: null, body: 'Shorter' },
    ]);
    const kept = { ...step.alternatives[1]!, body: 'Shortest' };
    const { data } = await patch({ steps: [{ ...step, alternatives: [kept, { body: 'New' }] }] });
    expect(data.campaign.steps[0].alternatives).toEqual([
      kept,
      { id: expect.any(String), subject: null, body: 'New' },
    ]);
    const { error } = await patch({
      steps: [{ ...step, alternatives: [{ id: randomUUID(), body: 'x' }] }],
    });
    expect(error.fieldErrors.steps[0]).toContain('have an alternative with the unknown id');
  });

  test('return with their step', async () => {
    const { steps, patch } = await createCampaign([{ ...first, alternatives }]);
    await patch({ steps: [] });
    expect((await patch({ steps })).data.campaign.steps).toEqual(steps);
  });
});

test('HTML is stored as it will be sent; problems are 422', async () => {
  const html = { ...first, format: 'html', body: '<p onclick="x()">Dear {{firstName}}</p>' };
  const { steps, patch } = await createCampaign([html]);
  expect(steps[0]).toMatchObject({ format: 'html', body: '<p>Dear {{firstName}}</p>' });
  expect((await patch({ steps })).data.campaign.steps).toEqual(steps);
  const { status, error } = await patch({
    steps: [{ ...html, alternatives: [{ body: '<a href="{{website}}">x</a>' }] }],
  });
  expect([status, error.fieldErrors.steps[0]]).toEqual([
    422,
    'have a variable inside of an HTML attribute',
  ]);
});

test('the limit of first emails and the footer are set and cleared', async () => {
  const { workspace, patch, read, id } = await createCampaign();
  expect(await read()).toMatchObject({ newPerDay: null, footer: null });
  const footer = 'Acme. {{unsubscribeUrl}}';
  const { data } = await patch({ newPerDay: 25, footer });
  expect(data.campaign).toMatchObject({ newPerDay: 25, footer, name: 'Fair', stepCount: 4 });
  expect(await read()).toEqual(data.campaign);
  await patch({ name: 'Renamed', steps: null, status: null });
  expect(await read()).toEqual({ ...data.campaign, name: 'Renamed' });
  await patch({ newPerDay: null, footer: null });
  expect(await read()).toMatchObject({ newPerDay: null, footer: null });
  expect((await patch({ footer: 'No link' })).error.fieldErrors.footer).toEqual([
    'must contain {{unsubscribeUrl}}',
  ]);
  const admin = await workspace.token('admin');
  const { entries } = (await service.call(admin, 'GET', '/api/v1/manage/audit')).data;
  expect(entries[0]).toMatchObject({
    action: 'campaign.edited',
    target: id,
    detail: { newPerDay: null, previousNewPerDay: 25, footer: null, previousFooter: footer },
  });
});
