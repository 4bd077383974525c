import { expect, test } from 'vitest';
import type { Endpoint } from '../endpoint.ts';
import { manageEndpoints } from '../endpoints.ts';

const endpoints: Endpoint[] = Object.values(manageEndpoints);
const roleOf = (method: string, path: string) =>
  endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path)?.role;
const endpointsUnder = (...nouns: string[]) =>
  endpoints.filter(({ path }) => nouns.includes(path.split('/')[1]!));

test('a Viewer reads boards, campaigns and usage', () => {
  for (const path of ['/boards', '/campaigns', '/campaigns/{campaignId}', '/usage'])
    expect(roleOf('GET', path)).toBe('viewer');
});

test('a Member manages lists, tags, campaigns, prospects and suppression; only an Admin removes unsubscribes, complaints and bounces', () => {
  const writes = endpointsUnder('lists', 'tags', 'campaigns', 'prospects', 'suppression').filter(
    ({ method }) => method !== 'GET',
  );
  expect(writes.length).toBeGreaterThan(14);
  for (const { method, path, role } of writes)
    expect(`${method} ${path} ${role}`).toBe(
      `${method} ${path} ${path === '/suppression/lift' ? 'admin' : 'member'}`,
    );
});

test('an Admin manages webhooks, audit, request log, model, members and everyone’s tokens', () => {
  const matching = [
    ...endpointsUnder('webhooks', 'deliveries', 'audit', 'request-log'),
    ...endpointsUnder('members', 'workspace', 'ai-settings').filter(
      ({ method }) => method !== 'GET',
    ),
    ...endpointsUnder('invitations').filter(({ access }) => access !== 'anyone'),
  ];
  expect(matching.length).toBeGreaterThan(15);
  for (const { method, path, role } of matching)
    expect(`${method} ${path} ${role}`).toBe(`${method} ${path} admin`);
  for (const path of ['/tokens/rotate', '/tokens/revoke-all'])
    expect(roleOf('POST', path)).toBe('admin');
});

test('tokens, members and accounts are managed by signed-in users, never by token', () => {
  const matching = endpointsUnder('tokens', 'members', 'invitations', 'workspace', 'me');
  expect(matching.length).toBeGreaterThan(20);
  for (const { method, path, access } of matching)
    expect(`${method} ${path} ${access ?? 'either'}`).toMatch(/ (session|anyone)$/);
});

test('only endpoints that count or move private conversations of others see them', () => {
  const seeing = endpoints.filter(({ sees }) => sees === 'all').map(({ id }) => id);
  expect(seeing.sort()).toEqual([
    'getMemberBelongings',
    'postMemberRemove',
    'postMessageCorrect',
    'postProspectsMerge',
  ]);
});
