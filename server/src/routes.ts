import { connectEndpoints, type Endpoint, endpoints, manageEndpoints } from '@outcrop/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { WorkspaceModels } from './core/ai/workspace-models.ts';
import type { MailboxCredentials } from './core/mailboxes/credentials.ts';
import type { MailTokens } from './core/sending/mail-tokens.ts';
import type { MemberCaller, SignedInUser } from './core/sign-in/authentication.ts';
import type { Suppression } from './core/suppression/suppression.ts';
import type { AttachmentReader } from './inbox/attachments.ts';
import type { HtmlSanitizer } from './inbox/html-sanitizer.ts';
import type { MailboxSignInDeps } from './mailboxes/post-mailbox-sign-in.ts';
import type { InvitationDeps } from './members/invitations.ts';
import {
  type EndpointHandlers,
  type EndpointRoute,
  endpointRoutes,
} from './platform/http/endpoint-call.ts';
import { handlers } from './routes.gen.ts';
import type { SignInDeps } from './sign-in/post-sign-in.ts';
import type { DeliveryDeps } from './webhooks/deliver.job.ts';
import type { SetupDeps } from './workspaces/claim-instance.ts';

/** Dependencies of handlers, besides the request. */
export interface HandlerDeps
  extends DeliveryDeps,
    SetupDeps,
    InvitationDeps,
    MailboxSignInDeps,
    SignInDeps {
  suppression: Suppression;
  models: WorkspaceModels;
  credentials: MailboxCredentials;
  sanitizer: HtmlSanitizer;
  attachments: AttachmentReader;
  /** Signs the Message-IDs of emails. */
  tokens: MailTokens;
  /** Part of every token. */
  cellName: string;
  log: FastifyBaseLogger;
}

type HandlerTable<Endpoints extends Record<string, Endpoint>> = EndpointHandlers<
  Endpoints,
  HandlerDeps,
  MemberCaller,
  SignedInUser
>;

interface HandlerTables {
  ext: HandlerTable<typeof endpoints>;
  manage: HandlerTable<typeof manageEndpoints>;
  connect: HandlerTable<typeof connectEndpoints>;
}

/** The type checks every handler against its endpoint. */
const { ext, manage, connect }: HandlerTables = handlers;

export const routes: EndpointRoute[] = [
  ...endpointRoutes(endpoints, ext),
  ...endpointRoutes(manageEndpoints, manage),
  ...endpointRoutes(connectEndpoints, connect),
];
