import { httpReceiver } from '../test-receiver.ts';

export interface ReceivedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  startMs: number;
  endMs: number;
  attributes: Record<string, string | number>;
  isError: boolean;
}

interface Value {
  stringValue?: string;
  intValue?: string | number;
}
type Attributes = { key: string; value: Value }[];

interface Export {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        kind: number;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
        attributes: Attributes;
        status: { code?: number };
      }[];
    }[];
  }[];
}

/** Receives spans in OTLP, as JSON over HTTP. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const paths = new Set<string | undefined>();
  const { port } = await httpReceiver((request, response) => {
    const chunks: Buffer[] = [];
    paths.add(request.url);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      bodies.push(body);
      spans.push(...spansIn(JSON.parse(body)));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return { endpoint: `http://127.0.0.1:${port}`, spans, bodies, paths };
}

const spansIn = ({ resourceSpans }: Export): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap((scope) =>
      scope.spans.map(({ startTimeUnixNano, endTimeUnixNano, attributes, status, ...span }) => ({
        ...span,
        parentSpanId: span.parentSpanId || undefined,
        service,
        startMs: Number(BigInt(startTimeUnixNano) / 1_000n) / 1_000,
        endMs: Number(BigInt(endTimeUnixNano) / 1_000n) / 1_000,
        attributes: valuesOf(attributes),
        isError: status.code === 2,
      })),
    );
  });

const valuesOf = (attributes: Attributes): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
