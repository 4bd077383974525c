import type { Endpoint } from '@outcrop/contract';
import type { z } from 'zod';
import { type SampleRequest, sampleRequests } from './sample-requests.ts';

type Path = (string | number)[];

interface Field {
  path: Path;
  schema: z.ZodType;
}

export interface InvalidRequest extends SampleRequest {
  /** The field that the response must name. */
  field: string;
}

// One value per type, and nearly valid ones. Not '' or null, which both mean that a field is omitted.
const candidates = [42, -1, 1.5, true, 'no such value', ['no such value'], [], { odd: 1 }];
const queryCandidates = ['no such value', '-1', '1.5', '1e3', '2026-02-30', 'TRUE'];

/** One request for each field of the endpoint and each value that its schema rejects. */
export const invalidRequests = (endpoint: Endpoint): InvalidRequest[] => [
  ...(endpoint.body
    ? fieldsOf(endpoint.body).flatMap((field) => invalidBodies(endpoint, field))
    : []),
  ...Object.entries(endpoint.query.shape as Record<string, z.ZodType>).flatMap(([field, schema]) =>
    queryCandidates
      .filter((value) => !schema.safeParse(value).success)
      .map((value) => ({ ...sampleRequests(endpoint)[0]!, field, query: { [field]: value } })),
  ),
  ...Object.keys(endpoint.params?.shape ?? {}).map((field) => {
    const [sample] = sampleRequests(endpoint);
    return { ...sample!, params: { ...sample!.params, [field]: 'no-uuid' }, field };
  }),
];

function invalidBodies(endpoint: Endpoint, { path, schema }: Field): InvalidRequest[] {
  const field = path.findLast((step) => typeof step === 'string')!;
  return candidates
    .filter((value) => isInvalidItself(schema, value))
    .map((value) => {
      const request = sampleRequests(endpoint)
        .map((sample) => ({ ...sample, body: withValue(sample.body, path, value), field }))
        .find(({ body }) => isRejected(endpoint, body, field));
      if (!request)
        throw new Error(`sample-requests.ts has no request of ${endpoint.id} that reads ${field}`);
      return request;
    });
}

/** Invalid by itself, not only because of a nested field, which the response would name instead. */
const isInvalidItself = (schema: z.ZodType, value: unknown): boolean =>
  schema.safeParse(value).error?.issues.some(({ path }) => typeof path[0] !== 'string') ?? false;

/** An endpoint may ignore a field depending on others, which then needs another sample. */
const isRejected = ({ body: schema }: Endpoint, body: unknown, field: string): boolean =>
  schema!.safeParse(body).error?.issues.some(({ path }) => path.includes(field)) ?? false;

function withValue(body: SampleRequest['body'], path: Path, value: unknown): SampleRequest['body'] {
  const copy = structuredClone(body);
  let holder: unknown = copy;
  for (const step of path.slice(0, -1))
    holder = (holder as Record<string | number, unknown> | undefined)?.[step];
  if (typeof holder === 'object' && holder !== null)
    Object.assign(holder, { [path.at(-1)!]: value });
  return copy;
}

function fieldsOf(schema: z.ZodType, path: Path = []): Field[] {
  const { def } = schema as z.ZodType & { def: Record<string, unknown> };
  if (def.type === 'object')
    return Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([name, inner]) => [
      { path: [...path, name], schema: inner },
      ...fieldsOf(inner, [...path, name]),
    ]);
  if (def.type === 'array') return fieldsOf(def.element as z.ZodType, [...path, 0]);
  const inner = (def.innerType ?? def.in) as z.ZodType | undefined;
  return inner ? fieldsOf(inner, path) : [];
}
