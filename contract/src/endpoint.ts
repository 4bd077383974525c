import { z } from 'zod';
import { type ErrorCode, warningSchema } from './errors.ts';
import { id } from './fields.ts';
import type { EndpointTopics } from './openapi-topics.ts';
import type { Role } from './roles.ts';

/** The base path of each API. Endpoint paths are relative to it. */
export const basePath = {
  ext: '/api/v1/ext',
  manage: '/api/v1/manage',
  connect: '/api/v1/connect',
} as const;
export type ApiName = keyof typeof basePath;

/** One request and response for the documentation. A test checks it against the schemas. */
interface Example {
  summary: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** The file that is sent or returned, for endpoints with a file format. */
  file?: string;
  data: Record<string, unknown>;
}

/**
 * What an endpoint works on. `workspace`: a workspace, inside one transaction. `account`: the user
 * or the instance, without a workspace. `file`: a file of a workspace, which it returns instead of
 * JSON.
 */
export type EndpointKind = 'workspace' | 'account' | 'file';

/** Who may call: by default a token or, in the manage API, a session. */
type Access = 'session' | 'anyone';

/** One HTTP operation. Routes, OpenAPI, client methods, tests and docs are derived from it. */
export interface Endpoint<
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject | null = z.ZodObject | null,
  D extends z.ZodObject = z.ZodObject,
  P extends z.ZodObject = z.ZodObject,
  K extends EndpointKind = EndpointKind,
  A extends Access | undefined = Access | undefined,
  T extends 'none' | undefined = 'none' | undefined,
> {
  id: string;
  api: ApiName;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  /** The group in the API reference. */
  topic: string;
  params?: P;
  summary: string;
  description: string;
  role: Role;
  /**
   * Manage endpoints accept a token or a session unless set: `session` requires a signed-in
   * user, `anyone` requires no authentication.
   */
  access?: A;
  kind: K;
  /** The handler calls another host, so it runs without an open transaction. */
  transaction?: T;
  /**
   * The change counts or moves conversations that the caller cannot see. Unset, the database shows only
   * what the caller may read. It returns no text of a private conversation.
   */
  sees?: 'all';
  /** Requires a recently entered password, so that an unattended session is not enough. */
  reauthenticates?: true;
  /**
   * Requests per 60 seconds for each token. In the manage API, all endpoints share one limit per
   * user, or per address for endpoints without authentication. In the connect API, it is the limit
   * of each address.
   */
  perMinute: number;
  query: Q;
  body: B;
  maxBodyBytes?: number;
  /** The request is a file instead of JSON; `body` is then null. */
  requestFormat?: 'csv';
  /** The type of the file that an endpoint of kind `file` returns. Default: `text/csv`. */
  fileType?: string;
  data: D;
  skippableRows?: string;
  /** The response contains a secret, so it is encrypted when stored for idempotency. */
  returnsSecret?: true;
  /** Null clears a field. Otherwise null counts as omitted. */
  nullClears?: true;
  /** Codes in addition to those that `errorsOf` derives. */
  extraErrors: readonly ErrorCode[];
  examples: readonly [Example, ...Example[]];
}

/** A topic is one of the endpoint's API. */
type InTopic = { [A in ApiName]: { api: A; topic: keyof EndpointTopics[A] } }[ApiName];

/** Keeps the exact schema types, so that the handler is checked against them. */
export const defineEndpoint = <
  Q extends z.ZodObject,
  B extends z.ZodObject | null,
  D extends z.ZodObject,
  P extends z.ZodObject,
  K extends EndpointKind,
  A extends Access | undefined = undefined,
  T extends 'none' | undefined = undefined,
>(
  endpoint: Endpoint<Q, B, D, P, K, A, T> & InTopic,
): Endpoint<Q, B, D, P, K, A, T> => endpoint;

const defaultBodyBytes = 1024 * 1024;
export const batchBodyBytes = 4 * 1024 * 1024;
const publicBodyBytes = 64 * 1024;

export const maxBodyBytesOf = ({ maxBodyBytes }: Endpoint): number =>
  maxBodyBytes ?? defaultBodyBytes;

/** Of an uploaded file. */
export const maxUploadBytes = 64 * 1024 * 1024;

/** Of a response that is not a file. */
export const maxResponseBytes = 8 * 1024 * 1024;

export const formatBytes = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / (1024 * 1024)} MiB`;

export const noQuery = z.object({});

export const noData = z.strictObject({});

/** Whether the endpoint has a request body, JSON or file. */
export const hasContent = ({ body, requestFormat }: Endpoint): boolean =>
  body !== null || requestFormat !== undefined;

export const acceptsIdempotencyKey = (endpoint: Endpoint): boolean =>
  hasContent(endpoint) && endpoint.kind !== 'account';

export const needsWorkspaceHeader = ({ api, kind }: Endpoint): boolean =>
  api === 'manage' && kind !== 'account';

/** The token of a connected browser opens the public API only. */
export const isOutsideBrowserScope = ({ api, access }: Endpoint): boolean =>
  api === 'manage' && access === undefined;

/** Requests per minute for each user, across the manage API. */
export const managePerMinute = 1_200;
/** Requests per minute for each address, across endpoints without authentication. */
export const anyonePerMinute = 300;

/** Defaults of manage endpoints. */
export const manageDefaults = {
  api: 'manage',
  kind: 'workspace',
  perMinute: managePerMinute,
  extraErrors: [],
} as const;

/** Defaults of endpoints that require a session. */
export const sessionDefaults = { ...manageDefaults, access: 'session', query: noQuery } as const;

/** Defaults of endpoints without authentication and without a workspace. */
export const publicDefaults = {
  ...manageDefaults,
  access: 'anyone',
  kind: 'account',
  role: 'viewer',
  perMinute: anyonePerMinute,
  maxBodyBytes: publicBodyBytes,
  query: noQuery,
} as const;

/** The header with the workspace of a session request. */
export const workspaceHeader = 'Outcrop-Workspace';

/** How long an entered password counts as recent. */
export const freshMinutes = 10;

/** A public endpoint in the manage API, with the rate limit of the manage API. */
export const asManageEndpoint = <L extends Endpoint>(
  endpoint: L,
  topic: keyof EndpointTopics['manage'],
): L => ({ ...endpoint, api: 'manage', topic, perMinute: managePerMinute });

/** What a rate limit applies to, for error messages. */
export const rateLimitScope = ({ api, access, method, path }: Endpoint): string => {
  if (api !== 'manage') return `${method} ${path}`;
  return access === 'anyone' ? 'endpoints without authentication' : 'the manage API';
};

export const pathOf = (
  { path }: Pick<Endpoint, 'path'>,
  params: Record<string, unknown> = {},
): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

export const dryRunField = {
  dryRun: z
    .boolean()
    .optional()
    .describe('If true, runs the request and returns the usual response without saving anything.'),
};

export const ignoreMissingField = {
  ignoreMissing: z
    .boolean()
    .optional()
    .describe('If true, processes the prospects that exist and lists the others in `notFound`.'),
};

export const notFoundField = {
  notFound: z
    .array(id())
    .optional()
    .describe('Ids that are not in this workspace. Present with `ignoreMissing`.'),
};

/** Part of the data of every write. */
export const writeResultFields = {
  dryRun: z.literal(true).optional().describe('Present for a dry run.'),
  warnings: z
    .array(warningSchema)
    .optional()
    .describe(
      'Parts of the request that were ignored or only partly used, such as unknown fields.',
    ),
};

/**
 * Fields that limit or extend what a write does. Ignoring one would do something else than the
 * caller intended, so every endpoint rejects those it does not have, and misspellings of its own.
 */
export const safetyFields = [
  'dryRun',
  'ignoreMissing',
  'allowPartial',
  'onInvalid',
  'onMatch',
  'overwriteEdited',
  'ifUpdatedAt',
  'force',
  'resume',
] as const;

export const safetySwitchesOf = ({ body }: Endpoint): string[] =>
  safetyFields.filter((name) => body !== null && name in body.shape);

export const canDryRun = (endpoint: Endpoint): boolean =>
  endpoint.body !== null && 'dryRun' in endpoint.body.shape;
