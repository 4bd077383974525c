import type { z } from 'zod';
import { basePath, type Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { eventBody, eventExample } from './event-body.ts';
import { type EventKind, eventKinds, events } from './events.ts';
import { answersOf, headers } from './openapi-answers.ts';
import { type Json, schemaWriter, type Write } from './openapi-schemas.ts';

/** The public API as an OpenAPI 3.1 document. */
export const openApiDocument = (): Json => {
  const { components, write } = schemaWriter();
  const lines: Endpoint[] = Object.values(endpoints);
  const paths = pathsOf(lines, write);
  const webhooks = Object.fromEntries(eventKinds.map((kind) => [kind, webhook(kind, write)]));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Outcrop API',
      version: 'v1',
      description:
        'Add people, organize them, enroll them in campaigns and read what comes back. Every ' +
        'answer is JSON: `{ "ok": true, "data": … }` or `{ "ok": false, "error": … }`. This ' +
        'version only grows: new fields and values may appear, so read past those you do not know.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath.ext }],
    security: [{ token: [] }],
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
      headers,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token made in the console. It acts as the user who made it.',
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
  summary: line.summary,
  description: line.description,
  ...(line.built ? {} : { 'x-not-built': true }),
  'x-role': line.role,
  'x-rate-limit-per-minute': line.perMinute,
  parameters: [...queryParameters(line.query, write), ...(line.body ? [idempotencyKey] : [])],
  ...(line.body && { requestBody: requestBody(line, line.body, write) }),
  responses: answersOf(line, write),
});

const queryParameters = (query: z.ZodObject, write: Write): Json[] => {
  const { properties, required } = write(query, 'input') as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required?.includes(name) ?? false,
    ...(description !== undefined && { description }),
    schema,
  }));
};

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of your own. Repeating a request with the same key within 24 hours gets the first ' +
    'answer again instead of a second effect.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
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
    summary: events[kind].summary,
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
  ['webhook-id', 'The event’s id, the same on every attempt.'],
  ['webhook-timestamp', 'When this attempt was made, in seconds since 1970.'],
  ['webhook-signature', 'One or more `v1,` signatures over id, timestamp and body.'],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));
