import { type Role, roles } from '@outcrop/contract';

/** The keywords that our OpenAPI documents use. */
export interface ApiSchema {
  $ref?: string;
  anyOf?: ApiSchema[];
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, ApiSchema>;
  required?: string[];
  items?: ApiSchema;
  propertyNames?: ApiSchema;
  additionalProperties?: ApiSchema | boolean;
  [constraint: string]: unknown;
}

type Content = Record<
  string,
  { schema?: ApiSchema; examples?: Record<string, { value?: { error?: object } }> }
>;

interface Operation {
  operationId: string;
  security?: unknown;
  parameters?: { name: string; in: string; required?: boolean; schema: ApiSchema }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { headers?: object; content?: Content }>;
  'x-role'?: Role;
  'x-rate-limit-per-minute'?: number;
  'x-max-body-bytes'?: number;
}

type Operations = Record<string, Record<string, Operation>>;

export interface ApiDocument {
  servers: { url: string }[];
  security?: unknown;
  paths: Operations;
  webhooks?: Operations;
  components: { schemas: Record<string, ApiSchema> };
}

/** What callers lose when the old document becomes the new one, one line each. */
export function apiLosses(old: ApiDocument, now: ApiDocument): string[] {
  const [before, after] = [new ApiFacts(old), new ApiFacts(now)];
  // The parts of a removed operation or field are not listed.
  const removed = [...before.offers].filter(
    ([offer, { of, orElse }]) =>
      after.offers.has(of) && !after.offers.has(offer) && !after.offers.has(orElse),
  );
  const added = [...after.demands].filter(
    ([demand, { of, level }]) =>
      before.offers.has(of) && level > (before.demands.get(demand)?.level ?? -Infinity),
  );
  return [
    ...removed.map(([offer]) => `removed: ${offer}`),
    ...added.map(([demand]) => `new or stricter: ${demand}`),
  ];
}

type Sender = 'caller' | 'outcrop';

const anyType = ['string', 'number', 'boolean', 'array', 'object', 'null'];
const upperLimits = ['maxLength', 'maxItems', 'maximum'];
const lowerLimits = ['minLength', 'minItems', 'minimum'];

/** A document as two lists: what callers may rely on, and what they must do or be prepared for. */
class ApiFacts {
  /** Each offer with the offer that contains it, and an offer that can replace it. */
  readonly offers = new Map([['API', { of: 'API', orElse: '' }]]);
  /** Each demand with its offer. A higher level demands more. */
  readonly demands = new Map<string, { of: string; level: number }>();
  readonly #schemas: Record<string, ApiSchema>;

  constructor({ servers, security, paths, webhooks = {}, components }: ApiDocument) {
    this.#schemas = components.schemas;
    for (const { url } of servers) this.#offer('API', `API at ${url}`);
    const senders: [Operations, Sender][] = [
      [paths, 'caller'],
      [webhooks, 'outcrop'],
    ];
    for (const [operations, sender] of senders)
      for (const [path, methods] of Object.entries(operations))
        for (const [method, operation] of Object.entries(methods))
          this.#addOperation(`${method.toUpperCase()} ${path}`, { security, ...operation }, sender);
  }

  #offer(of: string, offer: string, orElse = ''): string {
    this.offers.set(offer, { of, orElse });
    return offer;
  }

  #addOperation(name: string, operation: Operation, sender: Sender): void {
    const of = this.#offer('API', name);
    this.#offer(of, `${of} as ${operation.operationId}`);
    this.#offer(of, `${of} with security ${JSON.stringify(operation.security)}`);
    const { 'x-role': role } = operation;
    this.demands.set(`${of} role`, { of, level: role ? roles.indexOf(role) : -1 });
    for (const limit of ['x-rate-limit-per-minute', 'x-max-body-bytes'] as const)
      this.demands.set(`${of} ${limit}`, { of, level: -(operation[limit] ?? Infinity) });
    for (const { in: part, name, required, schema } of operation.parameters ?? [])
      this.#addField(of, ` ${part} ${name}`, schema, sender, required);
    const { content: body = {}, required } = operation.requestBody ?? {};
    for (const [type, { schema = {} }] of Object.entries(body))
      this.#addField(of, ` ${type}`, schema, sender, required);
    for (const [status, { headers = {}, content = {} }] of Object.entries(operation.responses)) {
      const response = this.#offer(of, `${of} ${status}`);
      for (const header of Object.keys(headers)) this.#offer(response, `${response} ${header}`);
      for (const [type, { schema = {}, examples = {} }] of Object.entries(content)) {
        this.#addField(response, ` ${type}`, schema, 'outcrop');
        // An error response has one example for each of its codes.
        for (const [code, { value }] of Object.entries(examples))
          if (value?.error) this.#offer(response, `${response} ${code}`);
      }
    }
  }

  #addField(of: string, name: string, schema: ApiSchema, sender: Sender, required = false): void {
    const field = this.#offer(of, `${of}${name}`);
    if (required && sender === 'outcrop') this.#offer(field, `${field} always`);
    if (required && sender === 'caller') this.demands.set(`${field} required`, { of, level: 1 });
    this.#addSchema(field, schema, sender);
  }

  #addSchema(of: string, schema: ApiSchema, sender: Sender): void {
    const { $ref, anyOf, type = anyType, format, ...rest } = schema;
    const target = $ref ? this.#schemas[$ref.replace('#/components/schemas/', '')] : undefined;
    if ($ref && !target) throw new Error(`Unknown reference: ${$ref}`);
    const alternatives = target ? [target] : anyOf;
    for (const one of alternatives ?? []) this.#addSchema(of, { ...rest, ...one }, sender);
    if (alternatives) return;
    const types = [type].flat().flatMap((one) => (one === 'number' ? [one, 'integer'] : one));
    for (const kind of [...types, ...(typeof format === 'string' ? [`format ${format}`] : [])]) {
      // Requests may become wider, responses narrower, but a format narrows.
      const isOffer = (sender === 'caller') !== kind.startsWith('format');
      if (isOffer) this.#offer(of, `${of} as ${kind}`);
      else this.demands.set(`${of} as ${kind}`, { of, level: 1 });
    }
    if (sender === 'caller') this.#addInputRules(of, rest);
    for (const [name, property] of Object.entries(rest.properties ?? {}))
      this.#addField(of, `.${name}`, property, sender, rest.required?.includes(name));
    const { items, propertyNames, additionalProperties } = rest;
    const inner = { '[]': items, '.(name)': propertyNames, '.*': additionalProperties };
    for (const [name, schema] of Object.entries(inner))
      if (typeof schema === 'object') this.#addField(of, name, schema, sender);
  }

  #addInputRules(of: string, { enum: values, default: preset, ...schema }: ApiSchema): void {
    const anyValue = `${of} with any value`;
    const listed = values ?? ('const' in schema ? [schema.const] : undefined);
    if (!listed) this.#offer(of, anyValue);
    for (const value of listed ?? [])
      this.#offer(of, `${of} with ${JSON.stringify(value)}`, anyValue);
    if (preset !== undefined) this.#offer(of, `${of} by default ${JSON.stringify(preset)}`);
    for (const limit of [...upperLimits, ...lowerLimits]) {
      const level = Number(schema[limit]) * (upperLimits.includes(limit) ? -1 : 1);
      if (limit in schema) this.demands.set(`${of} ${limit}`, { of, level });
    }
  }
}
