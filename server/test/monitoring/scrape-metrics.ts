import { expect } from 'vitest';

/** One line of the Prometheus format: labels and value. */
export interface MetricSample {
  labels: Record<string, string>;
  value: number;
}

/** The address of the metrics, which a process logs when it starts. */
export const metricsUrlIn = (log: Record<string, unknown>[]): string =>
  String(log.find(({ msg }) => msg === 'metrics')?.url);

/** Reads the metrics of a process: by name, all samples. */
export async function scrapeMetrics(url: string): Promise<Map<string, MetricSample[]>> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return parseMetrics(await response.text());
}

export function parseMetrics(text: string): Map<string, MetricSample[]> {
  const samples = text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
  return Map.groupBy(samples, ({ name }) => name);
}

/** The sum of the samples of a series that have these labels. */
export const sumOfSamples = (
  metrics: Map<string, MetricSample[]>,
  name: string,
  labels: Record<string, string> = {},
): number =>
  (metrics.get(name) ?? [])
    .filter((sample) => Object.entries(labels).every(([key, text]) => sample.labels[key] === text))
    .reduce((sum, { value }) => sum + value, 0);
