import type { ApiOperation } from './document.ts';
import { paramsOf } from './paths.ts';
import { type RequestAttempt, sentJson } from './request-attempt.ts';
import type { RequestSchema } from './schema.ts';

interface AnswerData {
  action?: string;
}

interface NamedId {
  referent: string;
  id: string;
  /** The field or parameter that contains the id. */
  name: string;
}

/** The ids that a request deleted. */
export function idsDeletedBy(attempt: RequestAttempt, data: AnswerData): NamedId[] {
  const operation = attempt.operation!;
  const named = namedIn(attempt, operation);
  const inPath = named.filter(({ name }) => `${operation.path}/`.includes(`{${name}}/`));
  if (operation.method === 'DELETE') return inPath.slice(-1);
  if (operation.path.endsWith('/merge'))
    return inPath.length > 0 ? inPath.slice(-1) : named.filter(({ name }) => /^merge/.test(name));
  return data.action === 'delete' ? named.filter(({ referent }) => referent === 'prospect') : [];
}

/** Ids in a request that were not found. A task may have deleted them, or not created them yet. */
export function idsMissingAfter(attempt: RequestAttempt, notFound: string[]): NamedId[] {
  const named = namedIn(attempt, attempt.operation!);
  return named.filter(({ id }) => notFound.includes(id) && isOneThing(id, named));
}

/** False if the same id was also used for another kind of thing. */
const isOneThing = (id: string, named: NamedId[]): boolean =>
  new Set(named.filter((each) => each.id === id).map(({ referent }) => referent)).size === 1;

function namedIn(attempt: RequestAttempt, operation: ApiOperation): NamedId[] {
  const params = paramsOf(operation, attempt.path);
  const inHead = operation.parameters.flatMap(({ name, schema, in: location }) => {
    const raw =
      location === 'path' ? params[name] : attempt.query.find(([each]) => each === name)?.[1];
    return raw === undefined ? [] : namedBy(schema, raw, name);
  });
  if (operation.body?.type !== 'application/json') return inHead;
  return [...inHead, ...namedBy(operation.body.schema, sentJson(attempt), 'body')];
}

function namedBy(schema: RequestSchema, value: unknown, name: string): NamedId[] {
  const referent = schema['x-ref'];
  if (referent !== undefined)
    return typeof value === 'string' ? [{ referent, id: value.trim().toLowerCase(), name }] : [];
  if (Array.isArray(value)) return value.flatMap((item) => namedBy(schema.items ?? {}, item, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    namedBy(schema.properties?.[field] ?? {}, inner, field),
  );
}
