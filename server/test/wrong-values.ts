import type { Endpoint } from '@outcrop/contract';
import type { z } from 'zod';
import { type Sample, samplesOf } from './samples.ts';

type Path = (string | number)[];

interface Field {
  path: Path;
  schema: z.ZodType;
}

export interface WrongRequest extends Sample {
  /** The name under which the answer must complain. */
  field: string;
}

// Of each type one, and what nearly fits. Neither '' nor null: both mean that a field is left out.
const candidates = [42, -1, 1.5, true, 'no such value', ['no such value'], [], { odd: 1 }];
const queryCandidates = ['no such value', '-1', '1.5', '1e3', '2026-02-30', 'TRUE'];

/** One request for each field of the line and each value that its schema does not take. */
export const wrongRequests = (line: Endpoint): WrongRequest[] => [
  ...(line.body ? fieldsOf(line.body).flatMap((field) => wrongBodies(line, field)) : []),
  ...Object.entries(line.query.shape as Record<string, z.ZodType>).flatMap(([field, schema]) =>
    queryCandidates
      .filter((value) => !schema.safeParse(value).success)
      .map((value) => ({ ...samplesOf(line)[0]!, field, query: { [field]: value } })),
  ),
  ...Object.keys(line.params?.shape ?? {}).map((field) => {
    const [sample] = samplesOf(line);
    return { ...sample!, params: { ...sample!.params, [field]: 'no-uuid' }, field };
  }),
];

function wrongBodies(line: Endpoint, { path, schema }: Field): WrongRequest[] {
  const field = path.findLast((step) => typeof step === 'string')!;
  return candidates
    .filter((value) => isWrongItself(schema, value))
    .map((value) => {
      const request = samplesOf(line)
        .map((sample) => ({ ...sample, body: withValue(sample.body, path, value), field }))
        .find(({ body }) => refuses(line, body, field));
      if (!request) throw new Error(`samples.ts has no request of ${line.id} that reads ${field}`);
      return request;
    });
}

/** Wrong, and not only because of a member, which is then what the answer names. */
const isWrongItself = (schema: z.ZodType, value: unknown): boolean =>
  schema.safeParse(value).error?.issues.some(({ path }) => typeof path[0] !== 'string') ?? false;

/** A line may pass over fields that its other fields make pointless: another sample must be used. */
const refuses = ({ body: schema }: Endpoint, body: unknown, field: string): boolean =>
  schema!.safeParse(body).error?.issues.some(({ path }) => path.includes(field)) ?? false;

function withValue(body: Sample['body'], path: Path, value: unknown): Sample['body'] {
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
