import type { z } from 'zod';
import {
  type ApiName,
  acceptsIdempotencyKey,
  basePath,
  type Endpoint,
  formatBytes,
  freshMinutes,
  maxBodyBytesOf,
  needsWorkspaceHeader,
  workspaceHeader,
} from './endpoint.ts';
import { allEndpoints } from './endpoints.ts';
import { eventBody, eventExample } from './event-body.ts';
import { type EventKind, eventDefinitions, eventKinds } from './events.ts';
import { exampleIds } from './example-ids.ts';
import { responseHeaders, responsesOf } from './openapi-responses.ts';
import { fileContent, type JsonObject, schemaWriter, type WriteSchema } from './openapi-schemas.ts';
import { endpointTopics } from './openapi-topics.ts';

/** One API as an OpenAPI 3.1 document. Webhooks are part of the public one. */
export const openApiDocument = (api: ApiName = 'ext'): JsonObject => {
  const { components, write } = schemaWriter();
  const paths = pathsOf(
    allEndpoints.filter((endpoint) => endpoint.api === api),
    write,
  );
  const webhooks =
    api === 'ext' && Object.fromEntries(eventKinds.map((kind) => [kind, webhook(kind, write)]));
  return {
    openapi: '3.1.1',
    info: {
      title: titles[api],
      version: 'v1',
      description: `${introductions[api]}\n\n${conventions}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath[api] }],
    security: [{ token: [] }],
    tags: Object.entries(endpointTopics[api]).map(([name, description]) => ({ name, description })),
    paths,
    ...(webhooks && { webhooks }),
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
      headers: usedHeaders({ paths, webhooks }),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token such as `oc_a_…`. It acts as the user it was created for, with that user’s ' +
            'role and workspace.',
        },
        ...(api === 'manage' && { session }),
      },
    },
  };
};

const usedHeaders = (document: object): JsonObject => {
  const text = JSON.stringify(document);
  return Object.fromEntries(
    Object.entries(responseHeaders).filter(([name]) =>
      text.includes(`#/components/headers/${name}"`),
    ),
  );
};

const session: JsonObject = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-outcrop',
  description: 'Set by signing in. On plain http, for local use only, the name is `outcrop`.',
};

/** Public endpoints use the document’s default security: a token. */
const securityOf = ({ api, access }: Endpoint): JsonObject =>
  api === 'ext'
    ? {}
    : {
        security:
          access === 'anyone'
            ? []
            : access === 'session'
              ? [{ session: [] }]
              : [{ token: [] }, { session: [] }],
      };

const titles: Record<ApiName, string> = {
  ext: 'Outcrop API',
  manage: 'Outcrop manage API',
  connect: 'Outcrop connect API',
};

const introductions: Record<ApiName, string> = {
  ext: 'Add and organize prospects, enroll them in campaigns and read replies.',
  manage:
    'The API behind the console: prospects, lists, tags, campaigns and workspace ' +
    'settings. It accepts the same tokens as the public API, or a session cookie together ' +
    `with the workspace id in \`${workspaceHeader}\`. Members and tokens can be managed ` +
    'only with a session. With a cookie, writes must come from the console’s own origin. ' +
    'Each user can send 1,200 requests a minute. Long-running work is a task that you can ' +
    'follow. Errors are JSON even if the response is a file.',
  connect:
    'How the browser extension gets a token that no one has to copy: it shows a code, a ' +
    'signed-in user confirms it in the console, and the extension gets a token of that user.',
};

const conventions =
  'Every response is JSON: `{ "ok": true, "data": … }` or `{ "ok": false, "error": … ' +
  '}`. Branch on `error.code`; `message` is for humans. `X-Correlation-Id` identifies ' +
  'every request.\n\nNew fields and values may be added to this version. Ignore unknown ' +
  'fields.';

const pathsOf = (endpoints: Endpoint[], write: WriteSchema): JsonObject => {
  const paths: Record<string, JsonObject> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(endpoint, write),
    };
  }
  return paths;
};

const operation = (endpoint: Endpoint, write: WriteSchema): JsonObject => ({
  operationId: endpoint.id,
  tags: [endpoint.topic],
  summary: endpoint.summary,
  description: `${endpoint.description}\n\n${accessNote(endpoint)}`,
  ...securityOf(endpoint),
  'x-role': endpoint.role,
  'x-rate-limit-per-minute': endpoint.perMinute,
  ...(endpoint.body && { 'x-max-body-bytes': maxBodyBytesOf(endpoint) }),
  parameters: [
    ...(endpoint.params ? parametersIn('path', endpoint.params, endpoint, write) : []),
    ...parametersIn('query', endpoint.query, endpoint, write),
    ...(needsWorkspaceHeader(endpoint) ? [workspaceParameter(endpoint)] : []),
    ...(acceptsIdempotencyKey(endpoint) ? [idempotencyKey] : []),
  ],
  ...(endpoint.body && { requestBody: requestBody(endpoint, endpoint.body, write) }),
  ...(endpoint.requestFormat && {
    requestBody: { required: true, content: fileContent(endpoint) },
  }),
  responses: responsesOf(endpoint, write),
});

const accessNote = ({ api, access, kind, reauthenticates, role, perMinute }: Endpoint): string => {
  if (access === 'anyone')
    return `No authentication required. ${perMinute} requests a minute per address.`;
  if (kind === 'account')
    return `Any signed-in user.${reauthenticates ? reauthenticationNote : ''}`;
  const who =
    role === 'viewer' ? 'Any role.' : `**${role[0]!.toUpperCase()}${role.slice(1)}** or higher.`;
  if (api === 'ext') return `${who} ${perMinute} requests a minute per token.`;
  return `${who}${access === 'session' ? ' Session only.' : ''}${reauthenticates ? reauthenticationNote : ''}`;
};

const reauthenticationNote = ` Requires a password entered in the last ${freshMinutes} minutes.`;

const workspaceParameter = ({ access }: Endpoint): JsonObject => ({
  name: workspaceHeader,
  in: 'header',
  required: false,
  description:
    access === 'session'
      ? 'The workspace id.'
      : 'The workspace id. Required with a session; a token has its own workspace.',
  schema: { type: 'string', format: 'uuid' },
  examples: { workspace: { value: exampleIds.workspace, ...disabledExample } },
});

const parametersIn = (
  location: 'path' | 'query',
  parameters: z.ZodObject,
  endpoint: Endpoint,
  write: WriteSchema,
): JsonObject[] => {
  const { properties, required } = write(parameters, 'input') as {
    properties: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
    name,
    in: location,
    required: required?.includes(name) ?? false,
    description,
    ...(schema['type'] === 'array' && { style: 'form', explode: false }),
    schema,
    examples: examplesOf(endpoint, name, schema, examples as unknown[] | undefined),
  }));
};

/** The value from the endpoint’s examples, or else from the schema. */
const examplesOf = (
  endpoint: Endpoint,
  name: string,
  { type }: JsonObject,
  others: unknown[] = [],
): JsonObject => {
  const read = (raw: string) => {
    if (type === 'array') return raw.split(',');
    return type === 'integer' || type === 'boolean' ? JSON.parse(raw) : raw;
  };
  const [numberedExample = [0, others[0]] as const] = endpoint.examples.flatMap(
    ({ params, query }, index) => {
      const shown = { ...params, ...query }[name];
      return shown === undefined ? [] : [[index + 1, read(shown)] as const];
    },
  );
  const [number, value] = numberedExample;
  return { [`example${number}`]: { value, ...(number !== 1 && disabledExample) } };
};

/** The API reference shows the example without adding it to the sample request. */
const disabledExample = { 'x-disabled': true };

const idempotencyKey: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique key of your choice. Repeating a request with the same key within 24 hours ' +
    'returns the first response and has no second effect.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  examples: { key: { value: 'import-2026-03-02-0001', ...disabledExample } },
};

const requestBody = (endpoint: Endpoint, body: z.ZodObject, write: WriteSchema): JsonObject => ({
  description: `At most ${formatBytes(maxBodyBytesOf(endpoint))}.`,
  required: true,
  content: {
    'application/json': {
      schema: write(body, 'input'),
      examples: Object.fromEntries(
        endpoint.examples.map(({ summary, body }, index) => [
          `example${index + 1}`,
          { summary, value: body },
        ]),
      ),
    },
  },
});

const webhook = (kind: EventKind, write: WriteSchema): JsonObject => ({
  post: {
    operationId: kind,
    summary: kind,
    description: eventDefinitions[kind].summary,
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
      '2XX': { description: 'Received. Any other status is retried.' },
      410: { description: 'Gone: the webhook is disabled.' },
    },
  },
});

const webhookHeaders: JsonObject[] = [
  ['webhook-id', 'The event id, the same on every attempt.', exampleIds.event],
  ['webhook-timestamp', 'Time of this attempt, in seconds since 1970.', '1772719358'],
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
