/** The part of JSON Schema that the documents use for requests, without references. */
export interface RequestSchema {
  $ref?: string;
  type?: string;
  const?: string | number | boolean;
  enum?: string[];
  /** Also for `oneOf`. A choice with null becomes `isNullable`. */
  anyOf?: RequestSchema[];
  oneOf?: RequestSchema[];
  isNullable?: true;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: RequestSchema;
  properties?: Record<string, RequestSchema>;
  required?: string[];
  additionalProperties?: RequestSchema | false;
  'x-ref'?: string;
}

/** Resolves all references. */
export function inlineRefs(
  schemaWithRefs: RequestSchema,
  components: Record<string, RequestSchema>,
): RequestSchema {
  const within = (inner: RequestSchema) => inlineRefs(inner, components);
  const { $ref, anyOf, oneOf, items, properties, additionalProperties, ...schema } = schemaWithRefs;
  if ($ref !== undefined)
    return { ...within(components[$ref.split('/').at(-1)!] ?? {}), ...within(schema) };
  const all = (anyOf ?? oneOf)?.map(within);
  const options = all?.filter(({ type }) => type !== 'null');
  return {
    ...schema,
    ...(options?.length === 1 ? options[0] : options && { anyOf: options }),
    ...(all?.length !== options?.length && { isNullable: true }),
    ...(items && { items: within(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, within(inner)]),
      ),
    }),
    ...(additionalProperties && { additionalProperties: within(additionalProperties) }),
  };
}

/** What the ids in the schema refer to. */
export const refsIn = (schema: RequestSchema): string[] => [
  ...(schema['x-ref'] === undefined ? [] : [schema['x-ref']]),
  ...Object.values(schema.properties ?? {}).flatMap(refsIn),
  ...(schema.items ? refsIn(schema.items) : []),
  ...(schema.additionalProperties ? refsIn(schema.additionalProperties) : []),
  ...(schema.anyOf ?? []).flatMap(refsIn),
];
