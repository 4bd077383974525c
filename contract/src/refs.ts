import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { RefTarget } from './fields.ts';

/** An id in a request. A 0 in the path means any item of an array. */
export interface RequestRef {
  in: 'params' | 'query' | 'body';
  path: readonly (string | 0)[];
  referent: RefTarget;
}

export const refsOf = (endpoint: Endpoint): RequestRef[] => [
  ...(endpoint.params ? refsIn(endpoint.params) : []).map((location) => ({
    in: 'params' as const,
    ...location,
  })),
  ...refsIn(endpoint.query).map((location) => ({ in: 'query' as const, ...location })),
  ...(endpoint.body ? refsIn(endpoint.body) : []).map((location) => ({
    in: 'body' as const,
    ...location,
  })),
];

type RefLocation = Pick<RequestRef, 'path' | 'referent'>;

const refsIn = (schema: z.core.$ZodType, path: RequestRef['path'] = []): RefLocation[] => {
  const referent = (schema as z.ZodType).meta()?.['x-ref'] as RefTarget | undefined;
  if (referent) return [{ path, referent }];

  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, field]) => refsIn(field, [...path, key]));
    case 'array':
      return refsIn(def.element, [...path, 0]);
    case 'union':
      return def.options.flatMap((option) => refsIn(option, path));
    case 'pipe':
      return refsIn(def.in, path);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return refsIn(def.innerType, path);
    default:
      return [];
  }
};
