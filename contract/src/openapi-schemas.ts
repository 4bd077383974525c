import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

export type JsonObject = { [key: string]: unknown };
export type WriteSchema = (schema: z.ZodType, io: 'input' | 'output') => JsonObject;

/** Converts zod schemas to JSON Schema and collects those with an id under `components`. */
export const schemaWriter = () => {
  const components: Record<string, JsonObject> = {};

  const write: WriteSchema = (schema, io) => {
    const schemaJson = z.toJSONSchema(schema, {
      io,
      override: ({ jsonSchema }) => simplify(jsonSchema as JsonObject),
    });
    const { $schema: _, $defs = {}, ...root } = pointToComponents(schemaJson) as JsonObject;
    for (const [name, definition] of Object.entries($defs as Record<string, JsonObject>)) {
      const known = components[name] ?? definition;
      if (JSON.stringify(known) !== JSON.stringify(definition)) {
        throw new Error(`Two different schemas are named ${name}.`);
      }
      components[name] = definition;
    }
    return root;
  };

  return { components, write };
};

export const fileContent = ({ examples, fileType = 'text/csv' }: Endpoint): JsonObject => ({
  [fileType]: {
    schema: { type: 'string' },
    examples: Object.fromEntries(
      examples.map(({ summary, file }, index) => [`example${index + 1}`, { summary, value: file }]),
    ),
  },
});

/** Drops zod details. Responses may get new fields, so objects are not closed. */
const simplify = (schema: JsonObject) => {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
};

const pointToComponents = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(pointToComponents);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, inner.replace('#/$defs/', '#/components/schemas/')]
        : [key, pointToComponents(inner)],
    ),
  );
};
