import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getSession, setUpApiEnvironment } from '../faults/api-environment.ts';
import { startWebhookReceiver } from '../webhooks/webhook-receiver.ts';
import { drawWaterfall } from './draw-waterfall.ts';
import { type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.ts';
import { startInstallation } from './start-installation.ts';

const otlp = await startOtlpReceiver();
const installation = await startInstallation({
  OTEL_EXPORTER_OTLP_ENDPOINT: otlp.endpoint,
  OTEL_BSP_SCHEDULE_DELAY: '100',
});
const { api, worker, call } = installation;
const workspace = await installation.workspace();
const admin = await workspace.token('admin');
const member = await workspace.token('member');

const spansNamed = (name: string, traceId: string) =>
  otlp.spans.filter((span) => span.name === name && span.traceId === traceId);
const childrenOf = ({ spanId }: ReceivedSpan) =>
  otlp.spans.filter(({ parentSpanId }) => parentSpanId === spanId);
const isBelow = (span: ReceivedSpan, ancestor: ReceivedSpan): boolean => {
  const parent = otlp.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent !== undefined && (parent === ancestor || isBelow(parent, ancestor));
};

const lead = {
  fullName: 'Ada Fern',
  title: 'CTO',
  companyName: 'Fernhill',
  email: 'ada@fern.example',
};
const addedLead = await call(member, 'POST', '/leads', { body: { leads: [lead] } });
const [prospectId] = addedLead.data.prospectIds as [string];
const enrichResponse = await call(member, 'POST', '/enrich', {
  body: { prospectIds: [prospectId] },
});

/** The span of the request with this response, once it has arrived. */
async function requestSpan({ headers }: { headers: Headers }): Promise<ReceivedSpan> {
  const id = headers.get('x-correlation-id');
  const found = () =>
    otlp.spans.find(
      ({ kind, attributes }) => kind === 2 && attributes['outcrop.correlation_id'] === id,
    );
  await expect.poll(found).toBeDefined();
  return found()!;
}

test('a request, its statements, its job and its model call are one trace', async () => {
  const request = await requestSpan(enrichResponse);
  const { traceId } = request;
  const correlationId = enrichResponse.headers.get('x-correlation-id');
  await expect.poll(() => spansNamed('job enrich', traceId)).toHaveLength(1);
  expect(request).toMatchObject({
    name: 'POST /api/v1/ext/enrich',
    kind: 2,
    service: 'outcrop-api',
    parentSpanId: undefined,
    attributes: {
      'http.route': '/api/v1/ext/enrich',
      'http.response.status_code': 200,
      'outcrop.correlation_id': correlationId,
    },
  });
  const statements = childrenOf(request).filter(({ attributes }) => 'db.query.text' in attributes);
  expect(statements.map(({ name }) => name)).toContain('commit');
  expect(statements.length).toBeGreaterThan(5);

  const [job] = spansNamed('job enrich', traceId) as [ReceivedSpan];
  expect(job).toMatchObject({
    kind: 5,
    service: 'outcrop-worker',
    parentSpanId: request.spanId,
    attributes: { 'outcrop.attempt': 1, 'outcrop.correlation_id': correlationId },
  });
  await expect.poll(() => spansNamed('model call', traceId)).toHaveLength(1);
  const [modelCall] = spansNamed('model call', traceId) as [ReceivedSpan];
  expect(modelCall).toMatchObject({ kind: 3, parentSpanId: job.spanId, isError: false });
  expect(modelCall.startMs).toBeGreaterThanOrEqual(job.startMs);
  expect(childrenOf(job).map(({ name }) => name)).toContain('commit');

  const trace = otlp.spans.filter((span) => span.traceId === traceId);
  for (const span of trace)
    expect(span === request || isBelow(span, request), span.name).toBe(true);
  const picture = process.env.TRACE_PICTURE;
  if (picture) writeFileSync(picture, drawWaterfall(trace));
});

test('a change is in one trace with the delivery to a webhook', async () => {
  const receiver = await startWebhookReceiver();
  const body = { url: receiver.url, events: ['prospect.created'] };
  await call(admin, 'POST', '/api/v1/manage/webhooks', { body });
  const other = { ...lead, email: 'another@fern.example', fullName: 'Another' };
  const request = await requestSpan(
    await call(member, 'POST', '/leads', { body: { leads: [other] } }),
  );
  const { traceId } = request;
  for (const name of ['job dispatch-events', 'job deliver', 'outgoing POST'])
    await expect.poll(() => spansNamed(name, traceId)).toHaveLength(1);
  const [delivery] = spansNamed('outgoing POST', traceId) as [ReceivedSpan];
  expect(isBelow(delivery, request)).toBe(true);
  expect(delivery.attributes).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 204,
  });
  expect(receiver.requests[0]!.headers).not.toHaveProperty('traceparent');
});

test('the log lines of the request and the job have the id of the trace', async () => {
  const { traceId } = await requestSpan(enrichResponse);
  const lines = (log: Record<string, unknown>[]) => log.filter((line) => line.traceId === traceId);
  await expect.poll(() => lines(api.log)).toMatchObject([{ msg: 'request', status: 200 }]);
  await expect
    .poll(() => lines(worker.log))
    .toContainEqual(expect.objectContaining({ job: 'enrich', msg: 'job done' }));
});

test('spans have no values, headers, bodies, query strings or addresses', async () => {
  const query = { q: 'findme@person.example' };
  const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  await requestSpan(await call(member, 'GET', '/prospects', { query, headers }));
  // Spans arrive in the order of their ends, so the spans of the statements have arrived too.
  const sent = otlp.bodies.join('\n');
  const secrets = [
    member.split('_')[2]!,
    'findme',
    'person.example',
    'fern.example',
    'Ada',
    'Fernhill',
  ];
  for (const secret of [...secrets, workspace.id, prospectId, '127.0.0.1', '0af7651916cd43dd'])
    expect(sent, secret).not.toContain(secret);
  expect(sent).toContain('$1');
  expect([...otlp.paths]).toEqual(['/v1/traces']);
});

test('a process whose receiver is down says so, serves requests, and stops as usual', async () => {
  const environment = await setUpApiEnvironment();
  const untraced = await environment.startApi({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  const token = await (await environment.workspace()).token('viewer');
  expect((await getSession(untraced, token)).status).toBe(200);
  await expect
    .poll(() => untraced.log)
    .toContainEqual(expect.objectContaining({ level: 40, msg: 'traces cannot be sent' }));
  await getSession(untraced, token);
  expect(await untraced.stop()).toEqual({ code: 0, signal: null });
});

test('OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES work, and a process sends its last spans before it ends', async () => {
  const other = await startOtlpReceiver();
  const environment = await setUpApiEnvironment();
  const stopped = await environment.startApi({
    OTEL_EXPORTER_OTLP_ENDPOINT: other.endpoint,
    OTEL_SERVICE_NAME: 'outcrop-7',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test-7',
    OTEL_BSP_SCHEDULE_DELAY: '3600000',
  });
  const token = await (await environment.workspace()).token('viewer');
  await getSession(stopped, token);
  expect(await stopped.stop()).toEqual({ code: 0, signal: null });
  expect(new Set(other.spans.map(({ service }) => service))).toEqual(new Set(['outcrop-7']));
  expect(other.bodies.join('')).toContain('test-7');
  expect(other.spans.map(({ name }) => name)).toContain('GET /api/v1/ext/session');
});
