import { readFileSync } from 'node:fs';
import { type Endpoint, type ErrorCode, errorStatus } from '@outcrop/contract';
import { withoutIds } from './error-triggers.ts';
import type { ApiResponse } from './send-request.ts';

type ErrorResponse = Pick<ApiResponse, 'status' | 'error'>;

/** The response without values that differ between requests. */
export const comparableError = (answer: ErrorResponse): unknown =>
  JSON.parse(JSON.stringify(withoutIds(answer)).replace(/Wait \d+ s/, 'Wait … s'));

/** The documented example of the error, which one of the responses must equal. */
export const documentedError = (
  { api, method, path }: Endpoint,
  code: ErrorCode,
): ErrorResponse => {
  const status = errorStatus[code];
  const { responses } = committedDocuments[api].paths[path]![method.toLowerCase()]!;
  return {
    status,
    error: responses[status]?.content['application/json'].examples[code]?.value.error,
  };
};

interface OpenApi {
  servers: { url: string }[];
  paths: Record<string, Record<string, { operationId: string; responses: Responses }>>;
}
type Responses = Record<
  string,
  { content: { 'application/json': { examples: Record<string, { value: { error: unknown } }> } } }
>;
/** The file of each API's document, and its path on the server. */
export const openApiDocuments = {
  ext: 'openapi.json',
  manage: 'openapi-manage.json',
  connect: 'openapi-connect.json',
};
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../contract/${name}`, import.meta.url), 'utf8')) as OpenApi;
export const committedDocuments = {
  ext: read(openApiDocuments.ext),
  manage: read(openApiDocuments.manage),
  connect: read(openApiDocuments.connect),
};
