import {
  allEndpoints,
  basePath,
  type Endpoint,
  pathOf,
  safetyFields,
  safetySwitchesOf,
} from '@outcrop/contract';
import { expect, test } from 'vitest';
import { errorExample } from '../../contract/src/openapi-errors.ts';
import { ApiError } from '../src/platform/error.ts';
import { validateRequest } from '../src/platform/http/validate-request.ts';
import { invalidRequests } from './invalid-requests.ts';
import { type SampleRequest, sampleRequests } from './sample-requests.ts';

/** The error for a request, or null if it is valid. */
async function validationErrorOf(endpoint: Endpoint, { params, query, body }: SampleRequest) {
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
  try {
    await validateRequest(endpoint, {
      url: basePath[endpoint.api] + pathOf(endpoint, params) + search,
      params,
      content: endpoint.body && { json: body },
      idempotencyKey: undefined,
    });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, details } = error;
    return { code, message, fieldErrors: details.fieldErrors, issues: details.issues };
  }
}

/** An invalid request for each field of each endpoint and each value that its schema rejects. */
async function refuseInvalidRequests() {
  const refused = [];
  for (const endpoint of allEndpoints) {
    const [first] = sampleRequests(endpoint);
    const requests = [
      { ...first!, query: { ...first!.query, nothing: '1' }, field: 'nothing' },
      ...invalidRequests(endpoint),
    ];
    for (const { field, ...request } of requests)
      refused.push({ endpoint, field, error: await validationErrorOf(endpoint, request) });
  }
  return refused;
}
const refusals = refuseInvalidRequests();

const nameOf = ({ api, id }: Endpoint) => `${api} ${id}`;

test('the samples of every endpoint are valid', async () => {
  const refused: unknown[] = [];
  for (const endpoint of allEndpoints)
    for (const sample of sampleRequests(endpoint)) {
      const error = await validationErrorOf(endpoint, sample);
      if (error) refused.push([nameOf(endpoint), error]);
    }
  expect(refused).toEqual([]);
});

test('every field of every endpoint is validated, and the error names it', async () => {
  const accepted = (await refusals).filter(
    ({ field, error }) => !error || !Object.hasOwn(error.fieldErrors!, field),
  );
  expect(accepted).toEqual([]);
  expect((await refusals).length).toBeGreaterThan(1_000);
});

test('the documented validation error of every endpoint is one that it returns', async () => {
  const returned = new Set(
    (await refusals).map(({ endpoint, error }) => JSON.stringify([nameOf(endpoint), error])),
  );
  const invented = allEndpoints
    .map((endpoint) => {
      const { error } = errorExample(endpoint, 'validation_error') as { error: object };
      const { correlationId: _, ...documented } = error as Record<string, unknown>;
      return JSON.stringify([nameOf(endpoint), documented]);
    })
    .filter((documented) => !returned.has(documented));
  expect(invented).toEqual([]);
});

const switches = allEndpoints.flatMap((endpoint) =>
  safetySwitchesOf(endpoint).map((name) => ({ endpoint, name })),
);

test('every kind of switch is used by an endpoint', () => {
  expect(switches.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['dryRun', 'ignoreMissing', 'allowPartial', 'onInvalid', 'ifUpdatedAt']),
  );
  expect(switches.length).toBeGreaterThan(10);
});

/** Other cases and separators of a name. */
const spellingsOf = (name: string): string[] => [
  name.toLowerCase(),
  name.toUpperCase(),
  `${name[0]!.toUpperCase()}${name.slice(1)}`,
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
];

const misspellingsOf = (name: string): string[] =>
  [...spellingsOf(name), `${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}`, `${name}s`].filter(
    (misspelling) => misspelling !== name,
  );

test('a misspelled switch of any endpoint is rejected, whatever its value', async () => {
  for (const { endpoint, name } of switches) {
    const [sample] = sampleRequests(endpoint);
    const { [name]: _, ...others } = sample!.body;
    for (const misspelling of misspellingsOf(name).filter((other) => other !== name))
      for (const value of [true, false, 'skip']) {
        const body = { ...others, [misspelling]: value };
        const error = await validationErrorOf(endpoint, { ...sample!, body });
        expect([nameOf(endpoint), misspelling, error?.fieldErrors?.[misspelling]]).toEqual([
          nameOf(endpoint),
          misspelling,
          [`is an unknown field; did you mean ${name}?`],
        ]);
      }
  }
});

test('a safety field that an endpoint lacks is rejected, in any spelling and whatever its value', async () => {
  const accepted: unknown[] = [];
  let count = 0;
  for (const endpoint of allEndpoints.filter(({ body }) => body !== null))
    for (const name of safetyFields.filter((field) => !(field in endpoint.body!.shape)))
      for (const spelling of [name, ...spellingsOf(name)])
        for (const value of [true, false, 'skip']) {
          const [sample] = sampleRequests(endpoint);
          const body = { ...sample!.body, [spelling]: value };
          const error = await validationErrorOf(endpoint, { ...sample!, body });
          const [message] = error?.fieldErrors?.[spelling] ?? [];
          if (!message?.includes('not supported')) accepted.push([nameOf(endpoint), spelling]);
          count++;
        }
  expect(accepted).toEqual([]);
  expect(count).toBeGreaterThan(1_000);
});
