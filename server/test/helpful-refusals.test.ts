import { randomUUID } from 'node:crypto';
import { basePath, lines, pathOf, switchesOf } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { ask, expectError, head } from './raw-http.ts';
import { samplesOf } from './samples.ts';
import { testService } from './service.ts';

const service = await testService();
const workspace = await service.workspace();
const token = await workspace.token('owner');
const id = randomUUID();

describe('a refused request names the field that was misspelt [validation.misspelt-refused]', () => {
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

  test('and an unknown field that resembles nothing is not taken for a problem', async () => {
    const body = { leads: [{ title: 'Buyer', shoeSize: 44 }] };
    const { error } = await service.call(token, 'POST', '/leads', { body });
    expect(error.issues).toEqual([
      { path: ['leads', 0], message: 'needs a name, a linkedinUrl or an email' },
    ]);
  });
});

describe('a misspelt switch is 422, whatever it is set to [validation.misspelt-switch]', () => {
  const offering = lines.flatMap((line) =>
    switchesOf(line).map(
      (name) => [`${line.api} ${line.method} ${line.path}`, name, line] as const,
    ),
  );
  const slipsOf = (name: string) => [
    name.toLowerCase(),
    name.toUpperCase(),
    `${name[0]!.toUpperCase()}${name.slice(1)}`,
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    `${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}`,
    `${name}s`,
  ];

  test('every kind of switch is offered somewhere', () => {
    expect(offering.map(([, name]) => name)).toEqual(
      expect.arrayContaining([
        'dryRun',
        'ignoreMissing',
        'allowPartial',
        'onInvalid',
        'ifUpdatedAt',
      ]),
    );
    expect(offering.length).toBeGreaterThan(10);
  });

  test.each(offering)('%s: %s', async (_, name, line) => {
    const caller = await workspace.callerOf(line, 'owner');
    const { params, body } = samplesOf(line)[0]!;
    const { [name]: _given, ...others } = body as Record<string, unknown>;
    for (const slip of slipsOf(name))
      for (const value of [true, false, 'skip']) {
        const { status, error } = await service.ask(caller, line, {
          params,
          body: { ...others, [slip]: value },
        });
        expect({ slip, status }).toEqual({ slip, status: 422 });
        expect(error.fieldErrors[slip]).toEqual([`is an unknown field; did you mean ${name}?`]);
      }
  });
});

describe('an address that is nearly right is named [errors.near-path]', () => {
  test.each([
    ['/api/v1/ext/session/', '/api/v1/ext/session'],
    ['/api/v1/ext//session', '/api/v1/ext/session'],
    ['/api/v1/ext/Session', '/api/v1/ext/session'],
    ['//api/v1/ext/session', '/api/v1/ext/session'],
    ['/API/v1/ext/session?a=b', '/api/v1/ext/session'],
  ])('%s', async (path, meant) => {
    const request = `GET ${path} HTTP/1.1\r\nHost: outcrop.example\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const answer = await ask(service.origin, request);
    expectError(answer, 'not_found');
    expect(answer.json.error.message).toContain(`Did you mean ${meant}?`);
  });
});

test('every endpoint that asks who is calling challenges those it does not know [errors.challenge]', async () => {
  const guarded = lines.filter(({ by }) => by !== 'anyone');
  expect(guarded.length).toBeGreaterThan(50);
  for (const line of guarded) {
    const address = basePath[line.api] + pathOf(line, samplesOf(line)[0]!.params);
    const answer = await ask(service.origin, head(line.method, address));
    expectError(answer, 'unauthorized');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  }
});

test('a date whose plus became a space is told so [errors.message-helps]', async () => {
  const path = '/prospects?createdFrom=2026-11-15T13:31:43+00:00';
  const request = head('GET', path, { Authorization: `Bearer ${token}` });
  const { json } = await ask(service.origin, request);
  expect(json.error.fieldErrors.createdFrom).toEqual([
    'has a space where its offset has a "+": in a URL, write "+" as %2B',
  ]);
});

test('a webhook by plain http is refused where no network is allowed [errors.message-helps]', async () => {
  const path = `${basePath.manage}/webhooks`;
  const body = { url: 'http://example.com/x', events: ['prospect.created'] };
  const { error } = await service.call(token, 'POST', path, { body });
  expect(error.message).toBe('url cannot be called: Plain http is not possible here. Use https.');
});
