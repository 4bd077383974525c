import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { collectProcessMetrics, metricsRegistry } from '../../src/platform/observe/metrics.ts';

const page = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8');

test('every series is documented with its kind, labels and meaning, and no other', async () => {
  // Every series is registered by the code that counts it.
  await Promise.all([import('../../src/service.ts'), import('../../src/start-worker.ts')]);
  collectProcessMetrics();
  const ours = metricsRegistry
    .getMetricsAsArray()
    .map((metric) => metric as unknown as Series)
    .filter(({ name }) => name.startsWith('outcrop_'))
    .map(({ name, type, labelNames, help }) => {
      const labels = labelNames.filter((label) => label !== 'le').map((label) => `\`${label}\``);
      return `| \`${name}\` | ${type} | ${labels.join(', ')} | ${help} |`;
    });
  const documented = page.split('\n').filter((line) => line.startsWith('| `outcrop_'));
  expect(documented.toSorted()).toEqual(ours.toSorted());
});

interface Series {
  name: string;
  type: string;
  labelNames: string[];
  help: string;
}
