import type { z } from 'zod';
import {
  type Api,
  asSize,
  basePath,
  type Endpoint,
  freshMinutes,
  isRepeatable,
  maxBodyBytesOf,
  namesWorkspace,
  workspaceHeader,
} from './endpoint.ts';
import { lines } from './endpoints.ts';
import { eventBody, eventExample } from './event-body.ts';
import { type EventKind, eventKinds, events } from './events.ts';
import { exampleIds } from './example-ids.ts';
import { answersOf, headers } from './openapi-answers.ts';
import { fileContent, type Json, schemaWriter, type Write } from './openapi-schemas.ts';
import { topicOf, topics } from './openapi-topics.ts';

/** One of the APIs as an OpenAPI 3.1 document. Webhooks are part of the public one. */
export const openApiDocument = (api: Api = 'ext'): Json => {
  const { components, write } = schemaWriter();
  const paths = pathsOf(inReadingOrder(api), write);
  const webhooks = Object.fromEntries(eventKinds.map((kind) => [kind, webhook(kind, write)]));
  return {
    openapi: '3.1.1',
    info: {
      title: titles[api],
      version: 'v1',
      description: `${introductions[api]}\n\n${manners}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath[api] }],
    security: [{ token: [] }],
    tags: Object.entries(topics[api]).map(([name, { description }]) => ({ name, description })),
    paths,
    ...(api === 'ext' && { webhooks }),
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
      headers,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token such as `oc_a_…`. It acts as the user it was made for, with their role, in ' +
            'their workspace.',
        },
        ...(api === 'manage' && { session }),
      },
    },
  };
};

const session: Json = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-outcrop',
  description: 'Set by signing in. On plain http, which is for one’s own machine, it is `outcrop`.',
};

/** A line of the public API takes what the whole document says: a token. */
const securityOf = ({ api, by }: Endpoint): Json =>
  api === 'ext'
    ? {}
    : {
        security:
          by === 'anyone'
            ? []
            : by === 'session'
              ? [{ session: [] }]
              : [{ token: [] }, { session: [] }],
      };

const titles: Record<Api, string> = { ext: 'Outcrop API', manage: 'Outcrop manage API' };

const introductions: Record<Api, string> = {
  ext: 'Add people, organize them, enroll them in campaigns and read what comes back.',
  manage:
    'What the console is made of: everything about people, lists, tags, campaigns and the ' +
    'workspace. It takes the same tokens as the public API, or the cookie of someone who has ' +
    `signed in and names the workspace in \`${workspaceHeader}\`; what manages people and tokens ` +
    'takes only that. By cookie, a write must come from the console’s own origin. Each user may ' +
    'send 1,200 requests a minute; what takes long is a task that can be watched. Where the answer is a file, its ' +
    'errors are JSON all the same.',
};

const manners =
  'Every answer is JSON: `{ "ok": true, "data": … }` or `{ "ok": false, "error": … }`. ' +
  'Decide by `error.code`; its `message` is for people. `X-Correlation-Id` names the request, ' +
  'whatever became of it.\n\n' +
  'This version only grows: new fields and values may appear, so read past those you do not ' +
  'know.';

const inReadingOrder = (api: Api): Endpoint[] =>
  Object.values(topics[api]).flatMap(({ operations }) =>
    operations.flatMap((id) => lines.filter((line) => line.api === api && line.id === id)),
  );

const pathsOf = (lines: Endpoint[], write: Write): Json => {
  const paths: Record<string, Json> = {};
  for (const line of lines) {
    paths[line.path] = {
      ...paths[line.path],
      [line.method.toLowerCase()]: operation(line, write),
    };
  }
  return paths;
};

const operation = (line: Endpoint, write: Write): Json => ({
  operationId: line.id,
  tags: [topicOf(line.api, line.id)],
  summary: line.summary,
  description: `${line.description}\n\n${terms(line)}`,
  ...(line.built ? {} : { 'x-not-built': true, 'x-badges': [{ name: 'Not built yet' }] }),
  ...securityOf(line),
  'x-role': line.role,
  'x-rate-limit-per-minute': line.perMinute,
  ...(line.body && { 'x-max-body-bytes': maxBodyBytesOf(line) }),
  parameters: [
    ...(line.params ? parametersIn('path', line.params, line, write) : []),
    ...parametersIn('query', line.query, line, write),
    ...(namesWorkspace(line) ? [inWorkspace(line)] : []),
    ...(isRepeatable(line) ? [idempotencyKey] : []),
  ],
  ...(line.body && { requestBody: requestBody(line, line.body, write) }),
  ...(line.takes && { requestBody: { required: true, content: fileContent(line) } }),
  responses: answersOf(line, write),
});

/** Who may call, and how often. */
const terms = ({ api, by, workspace, reauthenticates, role, perMinute }: Endpoint): string => {
  if (by === 'anyone') return `Open to anyone. ${perMinute} requests a minute for each address.`;
  if (workspace === false) return `Anyone who is signed in.${reauthenticates ? again : ''}`;
  const who =
    role === 'viewer' ? 'Any role.' : `**${role[0]!.toUpperCase()}${role.slice(1)}** or higher.`;
  if (api === 'ext') return `${who} ${perMinute} requests a minute for each token.`;
  return `${who}${by === 'session' ? ' Only from the console.' : ''}${reauthenticates ? again : ''}`;
};

const again = ` Asks for a password given in the last ${freshMinutes} minutes.`;

const inWorkspace = ({ by }: Endpoint): Json => ({
  name: workspaceHeader,
  in: 'header',
  required: false,
  description:
    by === 'session'
      ? 'The workspace that is meant.'
      : 'The workspace that a session means. A token has one of its own.',
  schema: { type: 'string', format: 'uuid' },
  examples: { workspace: { value: exampleIds.workspace, ...leftOut } },
});

const parametersIn = (
  place: 'path' | 'query',
  given: z.ZodObject,
  line: Endpoint,
  write: Write,
): Json[] => {
  const { properties, required } = write(given, 'input') as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
    name,
    in: place,
    required: required?.includes(name) ?? false,
    description,
    schema,
    examples: examplesOf(line, name, schema, examples as unknown[] | undefined),
  }));
};

/** The parameter as the examples of the line have it, or else its schema. */
const examplesOf = (line: Endpoint, name: string, { type }: Json, others: unknown[] = []): Json => {
  const read = (raw: string) => (type === 'integer' || type === 'boolean' ? JSON.parse(raw) : raw);
  const [found = [0, others[0]] as const] = line.examples.flatMap(({ params, query }, index) => {
    const shown = { ...params, ...query }[name];
    return shown === undefined ? [] : [[index + 1, read(shown)] as const];
  });
  const [place, value] = found;
  return { [`example${place}`]: { value, ...(place !== 1 && leftOut) } };
};

/** Tells the reference to show an example without putting it into the request it proposes. */
const leftOut = { 'x-disabled': true };

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of your own. Repeating a request with the same key within 24 hours gets the first ' +
    'answer again instead of a second effect.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  examples: { key: { value: 'import-2026-03-02-0001', ...leftOut } },
};

const requestBody = (line: Endpoint, body: z.ZodObject, write: Write): Json => ({
  description: `At most ${asSize(maxBodyBytesOf(line))}.`,
  required: true,
  content: {
    'application/json': {
      schema: write(body, 'input'),
      examples: Object.fromEntries(
        line.examples.map(({ summary, body }, index) => [
          `example${index + 1}`,
          { summary, value: body },
        ]),
      ),
    },
  },
});

const webhook = (kind: EventKind, write: Write): Json => ({
  post: {
    operationId: kind,
    summary: kind,
    description: events[kind].summary,
    security: [],
    parameters: webhookHeaders,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: write(eventBody(kind), 'output'),
          example: eventExample(kind),
        },
      },
    },
    responses: {
      '2XX': { description: 'Received. Anything else is tried again later.' },
      410: { description: 'No longer wanted: the webhook is switched off.' },
    },
  },
});

const webhookHeaders: Json[] = [
  ['webhook-id', 'The event’s id, the same on every attempt.', exampleIds.event],
  ['webhook-timestamp', 'When this attempt was made, in seconds since 1970.', '1772719358'],
  [
    'webhook-signature',
    'One or more `v1,` signatures over id, timestamp and body.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
].map(([name, description, example]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
}));
