import { z } from 'zod';
import { type ErrorCode, warningSchema } from './errors.ts';
import { id } from './fields.ts';
import type { Role } from './roles.ts';

/** Which door an endpoint stands behind, and what its path is relative to. */
export const basePath = { ext: '/api/v1/ext', manage: '/api/v1/manage' } as const;
export type Api = keyof typeof basePath;

/** One exchange as a reader of the documentation sees it; a test holds it against the schemas. */
interface Example {
  summary: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** The file that is sent or answered, where the line takes or gives one. */
  file?: string;
  data: Record<string, unknown>;
}

/** One line of the promise. Route, OpenAPI, client method, sweep and docs all come from it. */
export interface Endpoint<
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject | null = z.ZodObject | null,
  D extends z.ZodObject = z.ZodObject,
  P extends z.ZodObject = z.ZodObject,
> {
  /** The client's method and the OpenAPI operation. */
  id: string;
  api: Api;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Names in braces are parameters: `/prospects/{prospectId}`. */
  path: `/${string}`;
  /** What stands in the path; left out where nothing does. */
  params?: P;
  summary: string;
  description: string;
  role: Role;
  /**
   * Who may call. A line of the manage API takes a token or a session unless it says otherwise;
   * `session` lines are for people who have signed in, `anyone` lines for those who have not yet.
   */
  by?: 'session' | 'anyone';
  /** False for what belongs to a person or to the instance; everything else is done in a workspace. */
  workspace?: false;
  /** The endpoint calls a machine outside the service, so no transaction is open around its handler. */
  transaction?: 'none';
  /** Asks for a password given in the last minutes: a session left open must not be enough. */
  reauthenticates?: true;
  /**
   * Requests each token may make in any 60 seconds; of the manage API, each user to all of it, or
   * each address to all that is open to anyone.
   */
  perMinute: number;
  query: Q;
  body: B;
  /** The largest body that is read; `defaultBodyBytes` unless the line says otherwise. */
  maxBodyBytes?: number;
  /** The request is a file and no JSON; `body` is then null. */
  takes?: 'csv';
  data: D;
  /** The answer is a file and no JSON, unless it is an error; `data` is then empty. */
  gives?: 'csv';
  /** The body's array whose invalid rows fail alone when `onInvalid` is "skip". */
  skippableRows?: string;
  /** The answer holds a secret that is told once: where the answer is kept, it is sealed. */
  tellsSecret?: true;
  /** A null in the body empties the field. Elsewhere it means that the field was left out. */
  nullClears?: true;
  /** Codes beyond those that follow from the rest of the line (see `errorsOf`). */
  alsoAnswers: readonly ErrorCode[];
  examples: readonly [Example, ...Example[]];
  /** False while the line is only a promise: it answers 503 `unavailable`. */
  built: boolean;
}

/** Keeps the exact schema types of a line, so that its handler is checked against them. */
export const endpoint = <
  Q extends z.ZodObject,
  B extends z.ZodObject | null,
  D extends z.ZodObject,
  P extends z.ZodObject,
>(
  line: Endpoint<Q, B, D, P>,
): Endpoint<Q, B, D, P> => line;

/** Of a body about one thing. */
const defaultBodyBytes = 1024 * 1024;
/** Of a body about many things, or with long texts. */
export const batchBodyBytes = 4 * 1024 * 1024;
/** Of a body that may come from anyone. */
const openBodyBytes = 64 * 1024;

export const maxBodyBytesOf = ({ maxBodyBytes }: Endpoint): number =>
  maxBodyBytes ?? defaultBodyBytes;

/** What is said of a body that is larger. */
export const bodyTooLarge = (line: Endpoint): string =>
  `The body is larger than ${asSize(maxBodyBytesOf(line))}. ` +
  (line.maxBodyBytes === batchBodyBytes ? 'Send it in several requests.' : 'Send less.');

/** A number of bytes as people write it. */
export const asSize = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / (1024 * 1024)} MiB`;

export const noQuery = z.object({});

/** The data of a line that gives a file. */
export const noData = z.strictObject({});

/** Whether something is sent along, and so may be too large, of the wrong type, or a repeat. */
export const hasContent = ({ body, takes }: Endpoint): boolean =>
  body !== null || takes !== undefined;

/** Whether a repeat with the same Idempotency-Key is answered like the first time. */
export const isRepeatable = (line: Endpoint): boolean =>
  hasContent(line) && line.workspace !== false;

/** Whether a session must say in which workspace this is meant. */
export const namesWorkspace = ({ api, workspace }: Endpoint): boolean =>
  api === 'manage' && workspace !== false;

/** What every user may ask of the manage API in any 60 seconds, whatever they ask for. */
export const managePerMinute = 1_200;
/** What every address may ask of it without having signed in. */
export const anyonePerMinute = 300;

/** What the lines of the manage API have in common. */
export const manageLine = {
  api: 'manage',
  perMinute: managePerMinute,
  alsoAnswers: [],
  built: true,
} as const;

/** The same for a line that only someone signed in may call. */
export const sessionLine = { ...manageLine, by: 'session', query: noQuery } as const;

/** The same for a line that needs no signing in, and belongs to no workspace. */
export const openLine = {
  ...manageLine,
  by: 'anyone',
  workspace: false,
  role: 'viewer',
  perMinute: anyonePerMinute,
  maxBodyBytes: openBodyBytes,
  query: noQuery,
} as const;

/** The header in which a session names the workspace it acts in. */
export const workspaceHeader = 'Outcrop-Workspace';

/** How long a password that was given counts as just given. */
export const freshMinutes = 10;

/** A line of the public API behind the door of the manage API, which counts its calls otherwise. */
export const managed = <L extends Endpoint>(line: L): L => ({
  ...line,
  api: 'manage',
  perMinute: managePerMinute,
});

/** What a rate limit is about, in words. */
export const rateLimited = ({ api, by, method, path }: Endpoint): string => {
  if (api === 'ext') return `${method} ${path}`;
  return by === 'anyone' ? 'what is open to anyone' : 'the manage API';
};

/** The path with its parameters filled in. */
export const pathOf = (
  { path }: Pick<Endpoint, 'path'>,
  params: Record<string, unknown> = {},
): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

/** Spread into the body of a write that can be tried: everything runs, nothing stays. */
export const offersDryRun = {
  dryRun: z
    .boolean()
    .optional()
    .describe('Run everything and answer as usual, then roll it all back.'),
};

/** Spread into the body of a write about prospects: unknown ids are left out instead of refused. */
export const offersIgnoreMissing = {
  ignoreMissing: z
    .boolean()
    .optional()
    .describe('Serve the prospects that exist and name the others in `notFound`.'),
};

/** Spread into the data of a write that offers it. */
export const missingNotes = {
  notFound: z
    .array(id())
    .optional()
    .describe('Present with `ignoreMissing`: ids that are not in this workspace.'),
};

/** Spread into the data of every write. */
export const writeNotes = {
  dryRun: z.literal(true).optional().describe('Present when nothing was kept.'),
  warnings: z
    .array(warningSchema)
    .optional()
    .describe('Parts of the request that were ignored, such as unknown fields, or not used fully.'),
};

/**
 * Fields that keep a write from doing more than was meant. Where one is offered, a misspelt one is
 * refused; any other unknown field is ignored with a warning.
 */
const safetySwitches = [
  'dryRun',
  'ignoreMissing',
  'allowPartial',
  'onInvalid',
  'onMatch',
  'ifUpdatedAt',
];

export const switchesOf = ({ body }: Endpoint): string[] =>
  safetySwitches.filter((name) => body !== null && name in body.shape);

export const canDryRun = (line: Endpoint): boolean =>
  line.body !== null && 'dryRun' in line.body.shape;
