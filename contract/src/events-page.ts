import { z } from 'zod';
import { eventBody, eventExample } from './event-body.ts';
import { type EventKind, eventDefinitions, eventKinds } from './events.ts';

/** The events page of the documentation. */
export const eventsPage = (): string =>
  [introduction, index(), commonSection(), ...eventKinds.map(section)].join('\n');

const introduction =
  '# Events\n\nEvents are sent to [webhooks](webhooks.md). This page is generated from ' +
  'the contract by `npm run generate`;\nthe same schemas are in `/openapi.json` of every ' +
  'server, under `webhooks`. New event types and fields\nmay be added: ignore those you ' +
  'do not know.\n';

const index = (): string =>
  [
    '| type | when |',
    '|---|---|',
    ...eventKinds.map(
      (kind) => `| [\`${kind}\`](#${anchor(kind)}) | ${eventDefinitions[kind].summary} |`,
    ),
    '',
  ].join('\n');

const anchor = (kind: EventKind): string => kind.replaceAll('.', '');

function commonSection(): string {
  const { data: _, previous: __, type: ___, ...common } = eventBody('prospect.stage_changed').shape;
  const type = z.string().describe('The event type.');
  return [
    '## Common fields',
    '',
    fieldTable(z.strictObject({ type, ...common })),
    '`data` depends on the event type. Some types also have `previous`, with the values ' +
      'before the',
    'change. A complete event:',
    '',
    json(eventExample('prospect.stage_changed')),
  ].join('\n');
}

function section(kind: EventKind): string {
  const { summary, data, previous, example } = eventDefinitions[kind];
  return [
    `## ${kind}`,
    '',
    summary,
    '',
    fieldTable(data, 'data.'),
    ...(previous ? [fieldTable(previous, 'previous.')] : []),
    json(example),
  ].join('\n');
}

const json = (value: unknown): string =>
  ['```json', JSON.stringify(value, null, 2), '```', ''].join('\n');

function fieldTable(schema: z.ZodObject, prefix = ''): string {
  const jsonSchema = z.toJSONSchema(schema, { io: 'output' }) as JsonSchema;
  const rows = [...fieldsOf(jsonSchema, jsonSchema, prefix)].map(
    ({ name, type, description: says }) =>
      `| \`${name}\` | ${[type, says].filter(Boolean).join('. ')} |`,
  );
  return ['| field | description |', '|---|---|', ...rows, ''].join('\n');
}

/** The subset of JSON Schema that events use. */
interface JsonSchema {
  type?: string | string[];
  format?: string;
  enum?: string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

interface Field {
  name: string;
  type: string;
  description: string;
}

/** The fields of an object, each followed by its nested fields. */
function* fieldsOf(root: JsonSchema, object: JsonSchema, prefix: string): Generator<Field> {
  for (const [key, value] of Object.entries(object.properties ?? {})) {
    const { schema, isNullable } = resolveSchema(root, value);
    const item = schema.items && resolveSchema(root, schema.items).schema;
    const parts = [
      (item ? `list of ${typeOf(item)}` : typeOf(schema)) + (isNullable ? ' or null' : ''),
      ...(object.required?.includes(key) ? [] : ['optional']),
    ];
    const description = value.description ?? schema.description ?? '';
    yield { name: prefix + key, type: parts.join(', '), description };
    yield* fieldsOf(root, item ?? schema, `${prefix}${key}${item ? '[]' : ''}.`);
  }
}

function resolveSchema(
  root: JsonSchema,
  schema: JsonSchema,
): { schema: JsonSchema; isNullable: boolean } {
  if (schema.$ref) return resolveSchema(root, root.$defs![schema.$ref.replace('#/$defs/', '')]!);
  if (Array.isArray(schema.type)) {
    const [type = ''] = schema.type.filter((each) => each !== 'null');
    return { schema: { ...schema, type }, isNullable: true };
  }
  if (!schema.anyOf) return { schema, isNullable: false };
  const [one = schema, ...others] = schema.anyOf.filter(({ type }) => type !== 'null');
  if (others.length > 0) throw new Error('Fields with several types are not supported.');
  return { schema: resolveSchema(root, one).schema, isNullable: true };
}

const typeNames: Record<string, string> = {
  string: 'text',
  integer: 'number',
  boolean: 'yes or no',
};

function typeOf({ type, format, enum: some }: JsonSchema): string {
  if (some) return some.map((value) => `\`${value}\``).join(', ');
  if (format === 'date-time') return 'time';
  if (format === 'uuid' || format === 'guid') return 'id';
  return typeNames[String(type)] ?? String(type);
}
