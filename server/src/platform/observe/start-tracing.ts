import { setTimeout as sleep } from 'node:timers/promises';
import { type DiagLogger, DiagLogLevel, diag, trace } from '@opentelemetry/api';
import type { FastifyBaseLogger } from 'fastify';
import { setTracer } from './tracing.ts';

export interface TracingExport {
  /** Sends what is not sent yet. */
  stop: () => Promise<void>;
}

/** Must be shorter than the grace period in stop-on-signal.ts. */
const maxStopMs = 3_000;
const errorLogIntervalMs = 60_000;

/**
 * Sends spans to the endpoint in OTEL_EXPORTER_OTLP_ENDPOINT, if it is set. The packages read it and
 * the other OTEL_ variables themselves, and are loaded only here.
 */
export async function startTracing(
  endpoint: string | undefined,
  serviceName: string,
  log: FastifyBaseLogger,
): Promise<TracingExport | undefined> {
  if (endpoint === undefined || process.env.OTEL_SDK_DISABLED === 'true') return undefined;
  if (process.env.OTEL_EXPORTER_OTLP_PROTOCOL === 'grpc')
    throw new Error('Traces are sent over HTTP. Set OTEL_EXPORTER_OTLP_PROTOCOL to http/json.');
  const [sdk, { OTLPTraceExporter }, { detectResources, envDetector, resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  diag.setLogger(errorLogger(log), DiagLogLevel.ERROR);
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  setTracer(trace.getTracer('outcrop'));
  return {
    stop: async () => {
      setTracer(undefined);
      // A receiver that is down must not keep the process from stopping.
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, sleep(maxStopMs, undefined, { ref: false })]);
    },
  };
}

/** While the receiver is down, every batch fails; only some of these errors are logged. */
function errorLogger(log: FastifyBaseLogger): DiagLogger {
  let last = Number.NEGATIVE_INFINITY;
  const ignore = () => {};
  return {
    error: (reason) => {
      if (performance.now() - last < errorLogIntervalMs) return;
      last = performance.now();
      log.warn({ reason: reason.slice(0, 300) }, 'traces cannot be sent');
    },
    warn: ignore,
    info: ignore,
    debug: ignore,
    verbose: ignore,
  };
}
