import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { freePort } from '../faults/free-port.ts';

/** Without a `$__rate_interval`, which only Grafana knows. */
const rateInterval = '15s';

/** Starts Prometheus, which scrapes the targets every second. */
export async function startPrometheus(targets: Record<string, string>, ruleFile: string) {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const scrapes = Object.entries(targets).map(([name, url]) => ({
    job_name: name,
    static_configs: [{ targets: [new URL(url).host] }],
  }));
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [ruleFile],
    scrape_configs: scrapes,
  };
  // JSON is YAML.
  writeFileSync(join(folder, 'prometheus.yaml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  afterTestOrFile(async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true });
  });
  const ask = async (path: string) => (await fetch(`http://${address}/api/v1/${path}`)).json();
  return {
    isReady: () =>
      fetch(`http://${address}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    /** The numbers that a query of the dashboard returns. NaN means that there was nothing to compute. */
    query: async (query: string): Promise<number[]> => {
      const expression = query.replaceAll('$__rate_interval', rateInterval);
      const { data, error } = (await ask(`query?query=${encodeURIComponent(expression)}`)) as {
        data?: { result: { value: [number, string] }[] };
        error?: string;
      };
      if (!data) throw new Error(`${expression}: ${error}`);
      return data.result.map(({ value }) => Number(value[1])).filter(Number.isFinite);
    },
    rules: async () => {
      const { data } = (await ask('rules')) as {
        data: { groups: { rules: { name: string; health: string }[] }[] };
      };
      return data.groups.flatMap(({ rules }) => rules);
    },
  };
}
