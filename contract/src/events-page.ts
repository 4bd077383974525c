import { z } from 'zod';
import { eventBody, eventExample } from './event-body.ts';
import { type EventKind, eventKinds, events } from './events.ts';

/** Every kind of event, with its fields and an example, as a page of the documentation. */
export const eventsPage = (): string =>
  [introduction, index(), whole(), ...eventKinds.map(section)].join('\n');

const introduction = `# Events

What [webhooks](webhooks.md) are told. This page is written by \`npm run openapi\` from the contract;
\`/openapi.json\` of every server has the same as schemas, under \`webhooks\`. New kinds and new fields
may appear: pass over those that you do not know.
`;

const index = (): string =>
  [
    '| kind | when |',
    '|---|---|',
    ...eventKinds.map((kind) => `| [\`${kind}\`](#${anchor(kind)}) | ${events[kind].summary} |`),
    '',
  ].join('\n');

const anchor = (kind: EventKind): string => kind.replaceAll('.', '');

/** What all of them have in common, by the example of one. */
function whole(): string {
  const { data: _, previous: __, type: ___, ...common } = eventBody('prospect.stage_changed').shape;
  const type = z.string().describe('Its kind.');
  return [
    '## What every event has',
    '',
    fieldTable(z.strictObject({ type, ...common })),
    'Then `data`, which is different for each kind, and for some kinds `previous`, which tells how',
    'things stood before. A whole event:',
    '',
    json(eventExample('prospect.stage_changed')),
  ].join('\n');
}

function section(kind: EventKind): string {
  const { summary, data, previous, example } = events[kind];
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
  const written = z.toJSONSchema(schema, { io: 'output' }) as Written;
  const rows = [...fieldsOf(written, written, prefix)].map(
    ({ name, type, says }) => `| \`${name}\` | ${[type, says].filter(Boolean).join('. ')} |`,
  );
  return ['| field | is |', '|---|---|', ...rows, ''].join('\n');
}

/** As much of JSON Schema as events need. */
interface Written {
  type?: string | string[];
  format?: string;
  enum?: string[];
  description?: string;
  properties?: Record<string, Written>;
  required?: string[];
  items?: Written;
  anyOf?: Written[];
  $ref?: string;
  $defs?: Record<string, Written>;
}

interface Field {
  name: string;
  type: string;
  says: string;
}

/** The fields of an object, and below each the fields of what is in it. */
function* fieldsOf(root: Written, object: Written, prefix: string): Generator<Field> {
  for (const [key, value] of Object.entries(object.properties ?? {})) {
    const { schema, isNullable } = resolved(root, value);
    const item = schema.items && resolved(root, schema.items).schema;
    const parts = [
      (item ? `list of ${typeOf(item)}` : typeOf(schema)) + (isNullable ? ' or null' : ''),
      ...(object.required?.includes(key) ? [] : ['may be missing']),
    ];
    const says = value.description ?? schema.description ?? '';
    yield { name: prefix + key, type: parts.join(', '), says };
    yield* fieldsOf(root, item ?? schema, `${prefix}${key}${item ? '[]' : ''}.`);
  }
}

function resolved(root: Written, schema: Written): { schema: Written; isNullable: boolean } {
  if (schema.$ref) return resolved(root, root.$defs![schema.$ref.replace('#/$defs/', '')]!);
  if (Array.isArray(schema.type)) {
    const [type = ''] = schema.type.filter((each) => each !== 'null');
    return { schema: { ...schema, type }, isNullable: true };
  }
  if (!schema.anyOf) return { schema, isNullable: false };
  const [one = schema, ...others] = schema.anyOf.filter(({ type }) => type !== 'null');
  if (others.length > 0) throw new Error('An event has a field that is one of several things.');
  return { schema: resolved(root, one).schema, isNullable: true };
}

const words: Record<string, string> = { string: 'text', integer: 'number', boolean: 'yes or no' };

function typeOf({ type, format, enum: some }: Written): string {
  if (some) return some.map((value) => `\`${value}\``).join(', ');
  if (format === 'date-time') return 'time';
  if (format === 'uuid' || format === 'guid') return 'id';
  return words[String(type)] ?? String(type);
}
