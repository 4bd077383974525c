import type { Endpoint } from '@outcrop/contract';
import type { Call } from '../platform/http/call.ts';

/** A call for a list or a tag; only the parameter name differs. */
export type ListOrTagCall<E extends Endpoint> = Omit<Call<E>, 'params'> & {
  params: Record<string, string>;
};
