import { acceptsIdempotencyKey, type Endpoint } from '@outcrop/contract';
import { cleanInSlices, type Issue } from '../clean.ts';
import { check, throwIfInvalid } from '../validation.ts';
import { readKey } from './idempotency.ts';
import { readQuery } from './request-query.ts';
import { checkBody, type InvalidRows } from './skip-invalid.ts';

/** The parts of a request that its endpoint declares. */
interface SentRequest {
  url: string;
  params: unknown;
  /** The parsed body, or null if the endpoint has none. */
  content: { json: unknown } | null;
  idempotencyKey: string | string[] | undefined;
}

interface ValidRequest {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown> | null;
  invalidRows: InvalidRows;
  warnings: Issue[];
  key: string | undefined;
}

/** Checks a request against the declaration of its endpoint, and throws all problems at once. */
export async function validateRequest(
  endpoint: Endpoint,
  { url, params: givenParams, content, idempotencyKey }: SentRequest,
): Promise<ValidRequest> {
  const issues: Issue[] = [];
  const params = endpoint.params && check(endpoint.params, givenParams, issues);
  const query = check(endpoint.query, readQuery(url, endpoint.query, issues), issues);
  const keepNulls = endpoint.nullClears === true;
  const cleanBody = content && (await cleanInSlices(content.json, issues, { keepNulls }));
  const checked = checkBody(endpoint, cleanBody, issues);
  const key = acceptsIdempotencyKey(endpoint) ? readKey(idempotencyKey, issues) : undefined;
  throwIfInvalid(issues);
  return { params: params ?? {}, query: query!, ...checked, key };
}
