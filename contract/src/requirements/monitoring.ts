import { ours, type Requirement } from './requirement.ts';

/** Metrics, alerts and traces. */
export const monitoring: Requirement[] = ours({
  'metrics.off':
    'Without METRICS_PORT a process serves no metrics, and the port of the API never serves them.',
  'metrics.requests':
    'Requests are counted by endpoint, method and status, with their duration and their waiting.',
  'metrics.refused': 'Requests that get 503 are counted by reason.',
  'metrics.committed':
    'Leads and credits are counted when they are committed, and not in a dry run.',
  'metrics.jobs':
    'Attempts at jobs, deliveries to webhooks and model calls are counted by outcome.',
  'metrics.queue':
    'A worker reports how many jobs wait, and how long the oldest of any workspace has waited.',
  'metrics.pools': 'The pools of a process are counted from its start, with zeros.',
  'metrics.bounded': 'No label is an id, an address, or a value that a caller chooses.',
  'metrics.documented': 'Every series is documented.',
  'metrics.dashboard': 'Every panel of the dashboard shows data of a running installation.',
  'metrics.alerts': 'Every alert fires in its situation, and links to what to do.',
  'tracing.one-trace':
    'A request, its statements, the jobs it queues and their outgoing calls are one trace.',
  'tracing.off': 'Without an endpoint for traces, no tracing code is loaded.',
  'tracing.private':
    'Spans contain no values of statements, no headers, bodies or query strings, and no addresses.',
  'tracing.logs': 'With tracing, the log lines of requests and jobs have the id of their trace.',
});
