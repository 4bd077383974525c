import type { z } from 'zod';
import { basePath, type Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { eventBody, eventExample } from './event-body.ts';
import { type EventKind, eventKinds, events } from './events.ts';
import { exampleIds } from './example-ids.ts';
import { answersOf, headers } from './openapi-answers.ts';
import { type Json, schemaWriter, type Write } from './openapi-schemas.ts';
import { operationIds, topicOf, topics } from './openapi-topics.ts';

/** The public API as an OpenAPI 3.1 document. */
export const openApiDocument = (): Json => {
  const { components, write } = schemaWriter();
  const lines: Endpoint[] = operationIds.map((id) => endpoints[id]);
  const paths = pathsOf(lines, write);
  const webhooks = Object.fromEntries(eventKinds.map((kind) => [kind, webhook(kind, write)]));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Outcrop API',
      version: 'v1',
      description:
        'Add people, organize them, enroll them in campaigns and read what comes back.\n\n' +
        'Every answer is JSON: `{ "ok": true, "data": … }` or `{ "ok": false, "error": … }`. ' +
        'Decide by `error.code`; its `message` is for people. `X-Correlation-Id` names the request, ' +
        'whatever became of it.\n\n' +
        'This version only grows: new fields and values may appear, so read past those you do not ' +
        'know. Operations marked as not built yet answer 503 `unavailable`, and no webhook is sent yet.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath.ext }],
    security: [{ token: [] }],
    tags: Object.entries(topics).map(([name, { description }]) => ({ name, description })),
    paths,
    webhooks,
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
      },
    },
  };
};

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
  tags: [topicOf(line.id)],
  summary: line.summary,
  description: `${line.description}\n\n${terms(line)}`,
  ...(line.built ? {} : { 'x-not-built': true, 'x-badges': [{ name: 'Not built yet' }] }),
  'x-role': line.role,
  'x-rate-limit-per-minute': line.perMinute,
  parameters: [...queryParameters(line, write), ...(line.body ? [idempotencyKey] : [])],
  ...(line.body && { requestBody: requestBody(line, line.body, write) }),
  responses: answersOf(line, write),
});

/** Who may call, and how often. */
const terms = ({ role, perMinute }: Endpoint): string => {
  const who =
    role === 'viewer' ? 'Any role.' : `**${role[0]!.toUpperCase()}${role.slice(1)}** or higher.`;
  return `${who} ${perMinute} requests a minute for each token.`;
};

const queryParameters = (line: Endpoint, write: Write): Json[] => {
  const { properties, required } = write(line.query, 'input') as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
    name,
    in: 'query',
    required: required?.includes(name) ?? false,
    description,
    schema,
    examples: examplesOf(line, name, schema, examples as unknown[] | undefined),
  }));
};

/** The parameter as the examples of the line have it, or else its schema. */
const examplesOf = (line: Endpoint, name: string, { type }: Json, others: unknown[] = []): Json => {
  const read = (raw: string) => (type === 'integer' || type === 'boolean' ? JSON.parse(raw) : raw);
  const [found = [0, others[0]] as const] = line.examples.flatMap(({ query }, index) =>
    query?.[name] === undefined ? [] : [[index + 1, read(query[name])] as const],
  );
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
