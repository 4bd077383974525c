import { type ApiError, unavailableReasons } from '../error.ts';
import { counter, gauge, histogram } from '../observe/metrics.ts';

export const requestsTotal = counter(
  'outcrop_http_requests_total',
  'Requests by endpoint (operation id, or route), method and status; `disconnected` had no response',
  ['endpoint', 'method', 'status'],
);

export const requestSeconds = histogram(
  'outcrop_http_request_duration_seconds',
  'Time from the request to the end of its response',
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  ['endpoint'],
);

export const openRequests = gauge(
  'outcrop_http_open_requests',
  'API requests in progress, including waiting ones',
);

const refused = counter('outcrop_http_refused_total', 'Requests that got 503, by reason', [
  'reason',
]);

// From zero, so that the first refusal is an increase.
for (const reason of unavailableReasons) refused.inc({ reason }, 0);

export function countRefused({ details: { reason } }: ApiError): void {
  if (reason) refused.inc({ reason });
}
