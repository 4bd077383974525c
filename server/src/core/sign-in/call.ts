import type {
  ConnectEndpointId,
  connectEndpoints,
  EndpointId,
  endpoints,
  ManageEndpointId,
  manageEndpoints,
} from '@outcrop/contract';
import type { CallOf } from '../../platform/http/endpoint-call.ts';
import type { MemberCaller, SignedInUser } from './authentication.ts';

/** What the handler of a public endpoint gets, with the dependencies that it names. */
export type Call<Id extends EndpointId, Deps = unknown> = CallOf<
  (typeof endpoints)[Id],
  Deps,
  MemberCaller,
  SignedInUser
>;

/** What the handler of a manage endpoint gets, with the dependencies that it names. */
export type ManageCall<Id extends ManageEndpointId, Deps = unknown> = CallOf<
  (typeof manageEndpoints)[Id],
  Deps,
  MemberCaller,
  SignedInUser
>;

/** What the handler of a connect endpoint gets, with the dependencies that it names. */
export type ConnectCall<Id extends ConnectEndpointId, Deps = unknown> = CallOf<
  (typeof connectEndpoints)[Id],
  Deps,
  MemberCaller,
  SignedInUser
>;
