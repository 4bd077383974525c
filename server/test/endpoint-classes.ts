import type { Endpoint } from '@outcrop/contract';
import { sizeForRun } from './run-size.ts';

/** Names everything that the request pipeline branches on. Endpoints of one class take the same path through it. */
export const pipelineClassOf = ({
  api,
  method,
  kind,
  access,
  body,
  requestFormat,
  transaction,
}: Endpoint): string =>
  [
    `${api} ${method === 'GET' ? 'read' : 'write'}`,
    `of kind ${kind}`,
    `by ${access ?? 'token'}`,
    `with ${body ? 'JSON' : (requestFormat ?? 'no body')}`,
    ...(transaction === 'none' ? ['without transaction'] : []),
  ].join(', ');

const perClass = sizeForRun(1, Number.POSITIVE_INFINITY);

/** One of these endpoints per class in CI, and all of them at night. */
export const representativeEndpoints = (
  endpoints: readonly Endpoint[],
  groupOf: (endpoint: Endpoint) => string = pipelineClassOf,
): Endpoint[] =>
  [...Map.groupBy(endpoints, groupOf).values()].flatMap((alike) => alike.slice(0, perClass));
