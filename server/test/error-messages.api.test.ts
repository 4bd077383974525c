import { randomUUID } from 'node:crypto';
import { allEndpoints, basePath, pathOf } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { representativeEndpoints } from './endpoint-classes.ts';
import { expectError, requestHead, requestRaw } from './raw-http.ts';
import { sampleRequests } from './sample-requests.ts';
import { testService } from './service.ts';

const service = await testService();
const workspace = await service.workspace();
const token = await workspace.token('owner');
const id = randomUUID();

describe('a rejected request names the misspelled field', () => {
  test.each<[path: string, body: object, sentence: string]>([
    [
      '/leads',
      { leads: [{ name: 'Jane Doe' }] },
      'leads[0].name is an unknown field; did you mean fullName?',
    ],
    [
      '/leads',
      { leads: [{ full_name: 'Jane' }] },
      'leads[0].full_name is an unknown field; did you mean fullName?',
    ],
    [
      '/leads',
      { leads: [{ emailAddress: 'a@b.example' }] },
      'leads[0].emailAddress is an unknown field; did you mean email?',
    ],
    [
      '/leads',
      { leads: [{ company: 'Acme' }] },
      'leads[0].company is an unknown field; did you mean companyName?',
    ],
    ['/leads', { lead: [{ fullName: 'Jane' }] }, 'lead is an unknown field; did you mean leads?'],
    [
      '/bulk',
      { action: 'delete', ids: [id] },
      'ids is an unknown field; did you mean prospectIds?',
    ],
  ])('%s %j', async (path, body, sentence) => {
    const { status, error } = await service.call(token, 'POST', path, { body });
    expect(status).toBe(422);
    expect(error.message).toContain(sentence);
    expect(error.issues).toContainEqual(
      expect.objectContaining({ message: sentence.slice(sentence.indexOf(' ') + 1) }),
    );
  });

  test('an unknown field that resembles no known one is not an error', async () => {
    const body = { leads: [{ title: 'Buyer', shoeSize: 44 }] };
    const { error } = await service.call(token, 'POST', '/leads', { body });
    expect(error.issues).toEqual([
      { path: ['leads', 0], message: 'needs a name, a linkedinUrl or an email' },
    ]);
  });
});

test.each([
  '/api/v1/ext/session/',
  '/api/v1/ext//session',
  '/api/v1/ext/Session',
  '//api/v1/ext/session',
  '/API/v1/ext/session?a=b',
])('%s is 404, although it resembles a path', async (path) => {
  const head = requestHead('GET', path, { Authorization: `Bearer ${token}` });
  expectError(await requestRaw(service.origin, head), 'not_found');
});

test('every endpoint that needs authentication sends WWW-Authenticate with its 401', async () => {
  const guarded = representativeEndpoints(allEndpoints.filter(({ access }) => access !== 'anyone'));
  expect(guarded.length).toBeGreaterThan(10);
  for (const endpoint of guarded) {
    const address = basePath[endpoint.api] + pathOf(endpoint, sampleRequests(endpoint)[0]!.params);
    const answer = await requestRaw(service.origin, requestHead(endpoint.method, address));
    expectError(answer, 'unauthorized');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  }
});

test('a date whose plus sign became a space gets a message that says so', async () => {
  const path = '/prospects?createdFrom=2026-11-15T13:31:43+00:00';
  const request = requestHead('GET', path, { Authorization: `Bearer ${token}` });
  const { json } = await requestRaw(service.origin, request);
  expect(json.error.fieldErrors.createdFrom).toEqual([
    'has a space instead of "+" in its offset: write "+" as %2B in a URL',
  ]);
});

test('a webhook over plain http is rejected when no network is allowed', async () => {
  const path = `${basePath.manage}/webhooks`;
  const body = { url: 'http://example.com/x', events: ['prospect.created'] };
  const { error } = await service.call(token, 'POST', path, { body });
  expect(error.message).toBe('url cannot be called: Plain http is not allowed. Use https.');
});
