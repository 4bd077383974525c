import { connectEndpoints, type Endpoint, endpoints, manageEndpoints } from '@outcrop/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Models } from './core/ai/models.ts';
import type { MailboxCredentials } from './core/mailboxes/credentials.ts';
import type { MailTokens } from './core/sending/mail-tokens.ts';
import type { MemberCaller, SignedIn } from './core/sign-in/caller.ts';
import type { Suppression } from './core/suppression/suppression.ts';
import type { Attachments } from './inbox/attachments.ts';
import type { Sanitizer } from './inbox/sanitizer.ts';
import type { MailboxSignInDeps } from './mailboxes/post-sign-in.ts';
import type { InvitationDeps } from './members/invitations.ts';
import {
  type EndpointHandlers,
  type EndpointRoute,
  endpointRoutes,
} from './platform/http/endpoint-call.ts';
import { handlers } from './routes.gen.ts';
import type { SignInDeps } from './sign-in/post-sign-in.ts';
import type { DeliveryDeps } from './webhooks/deliver.job.ts';
import type { SetupDeps } from './workspaces/claim.ts';

/** Dependencies of handlers, besides the request. */
export interface HandlerDeps
  extends DeliveryDeps,
    SetupDeps,
    InvitationDeps,
    MailboxSignInDeps,
    SignInDeps {
  suppression: Suppression;
  models: Models;
  credentials: MailboxCredentials;
  sanitizer: Sanitizer;
  attachments: Attachments;
  /** Signs the Message-IDs of emails. */
  tokens: MailTokens;
  /** Part of every token. */
  cellName: string;
  log: FastifyBaseLogger;
}

type Table<Endpoints extends Record<string, Endpoint>> = EndpointHandlers<
  Endpoints,
  HandlerDeps,
  MemberCaller,
  SignedIn
>;

interface Tables {
  ext: Table<typeof endpoints>;
  manage: Table<typeof manageEndpoints>;
  connect: Table<typeof connectEndpoints>;
}

/** The type checks every handler against its endpoint. */
const { ext, manage, connect }: Tables = handlers;

export const routes: EndpointRoute[] = [
  ...endpointRoutes(endpoints, ext),
  ...endpointRoutes(manageEndpoints, manage),
  ...endpointRoutes(connectEndpoints, connect),
];
