import { expect, test } from 'vitest';
import type { Endpoint } from '../endpoint.ts';
import { manageEndpoints } from '../endpoints.ts';

const lines: Endpoint[] = Object.values(manageEndpoints);
const roleOf = (method: string, path: string) =>
  lines.find((line) => line.method === method && line.path === path)?.role;
const under = (...nouns: string[]) =>
  lines.filter(({ path }) => nouns.includes(path.split('/')[1]!));

test('a Viewer reads boards, campaigns and usage [roles.manage-viewer]', () => {
  for (const path of ['/boards', '/campaigns', '/campaigns/{campaignId}', '/usage'])
    expect(roleOf('GET', path)).toBe('viewer');
});

test('a Member manages lists, tags, campaigns, prospects and suppression; what an address has against it only an Admin lifts [roles.manage-member]', () => {
  const writes = under('lists', 'tags', 'campaigns', 'prospects', 'suppression').filter(
    ({ method }) => method !== 'GET',
  );
  expect(writes.length).toBeGreaterThan(14);
  for (const { method, path, role } of writes)
    expect(`${method} ${path} ${role}`).toBe(
      `${method} ${path} ${path === '/suppression/lift' ? 'admin' : 'member'}`,
    );
});

test('an Admin manages webhooks, audit, request log, model, members and everyone’s tokens [roles.manage-admin]', () => {
  const theirs = [
    ...under('webhooks', 'deliveries', 'audit', 'request-log'),
    ...under('members', 'workspace', 'ai-settings').filter(({ method }) => method !== 'GET'),
    ...under('invitations').filter(({ by }) => by !== 'anyone'),
  ];
  expect(theirs.length).toBeGreaterThan(15);
  for (const { method, path, role } of theirs)
    expect(`${method} ${path} ${role}`).toBe(`${method} ${path} admin`);
  for (const path of ['/tokens/rotate', '/tokens/revoke-all'])
    expect(roleOf('POST', path)).toBe('admin');
});

test('tokens, members and accounts are managed by people who are signed in, never by token [tokens.console-only]', () => {
  const theirs = under('tokens', 'members', 'invitations', 'workspace', 'me');
  expect(theirs.length).toBeGreaterThan(20);
  for (const { method, path, by } of theirs)
    expect(`${method} ${path} ${by ?? 'either'}`).toMatch(/ (session|anyone)$/);
});
