import type { Endpoint } from '@outcrop/contract';
import type { Call } from '../platform/http/call.ts';

/** A call about a list or about a tag: what differs is the name of the parameter. */
export type BoardCall<E extends Endpoint> = Omit<Call<E>, 'params'> & {
  params: Record<string, string>;
};
