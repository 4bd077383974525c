import { z } from 'zod';
import { type ErrorCode, remarkSchema } from './errors.ts';
import { id } from './fields.ts';
import type { Role } from './roles.ts';

/** Which door an endpoint stands behind, and what its path is relative to. */
export const basePath = { ext: '/api/v1/ext' } as const;
type Api = keyof typeof basePath;

/** One exchange as a reader of the documentation sees it; a test holds it against the schemas. */
interface Example {
  summary: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  data: Record<string, unknown>;
}

/** One line of the promise. Route, OpenAPI, client method, sweep and docs all come from it. */
export interface Endpoint<
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject | null = z.ZodObject | null,
  D extends z.ZodObject = z.ZodObject,
> {
  /** The client's method and the OpenAPI operation. */
  id: string;
  api: Api;
  method: 'GET' | 'POST';
  path: `/${string}`;
  summary: string;
  description: string;
  role: Role;
  /** Requests each token may make in any 60 seconds. */
  perMinute: number;
  query: Q;
  body: B;
  data: D;
  /** The body's array whose invalid rows fail alone when `onInvalid` is "skip". */
  skippableRows?: string;
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
>(
  line: Endpoint<Q, B, D>,
): Endpoint<Q, B, D> => line;

export const noQuery = z.object({});

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
    .array(remarkSchema)
    .optional()
    .describe('Parts of the request that were ignored, such as unknown fields.'),
};

export const canDryRun = (line: Endpoint): boolean =>
  line.body !== null && 'dryRun' in line.body.shape;
