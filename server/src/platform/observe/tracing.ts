import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

export type { Span };
export { SpanKind, SpanStatusCode };

interface SpanDescription {
  name: string;
  kind: SpanKind;
  attributes?: Attributes;
}

// Undefined while tracing is off. Then every function here returns at once.
let tracer: Tracer | undefined;
const jobKey = createContextKey('job');

export function setTracer(newTracer: Tracer | undefined): void {
  tracer = newTracer;
}

/**
 * Runs `work` in a span below the active one. Outside a request or job there is none: polling the
 * queue, for example, is not traced.
 */
export function inSpan<T>(
  describe: () => SpanDescription,
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  if (!tracer || !trace.getActiveSpan()) return work();
  return recordSpan(describe(), context.active(), work);
}

/** A span for a request, which starts a new trace. `end` it after the response. */
export function startRequestSpan(describe: () => SpanDescription): Span | undefined {
  if (!tracer) return undefined;
  const { name, ...options } = describe();
  return tracer.startSpan(name, { ...options, root: true });
}

export const runInSpan = (span: Span, work: () => void): void =>
  context.with(trace.setSpan(ROOT_CONTEXT, span), work);

/** Runs a job in a span of the trace that sent it, or in a new trace. */
export function inJobSpan<T>(
  job: string,
  traceparent: unknown,
  attributes: Attributes,
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  if (!tracer) return work();
  const carrier = typeof traceparent === 'string' ? { traceparent } : {};
  const sender = propagation.extract(ROOT_CONTEXT, carrier).setValue(jobKey, job);
  return recordSpan({ name: `job ${job}`, kind: SpanKind.CONSUMER, attributes }, sender, work);
}

/**
 * The active span, to be stored with a job that it sends. Not for a job that repeats itself: its trace
 * would never end.
 */
export function traceparentFor(job: string): { traceparent?: string } {
  if (!tracer || context.active().getValue(jobKey) === job) return {};
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent };
}

/** For log lines. */
export function traceIdOf(span = trace.getActiveSpan()): { traceId?: string } {
  return tracer && span ? { traceId: span.spanContext().traceId } : {};
}

async function recordSpan<T>(
  { name, kind, attributes = {} }: SpanDescription,
  parent: Context,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer!.startSpan(name, { kind, attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Leaves out the message, which may quote a value. */
function markFailed(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: string };
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', typeof code === 'string' ? code : (name ?? 'Error'));
}
