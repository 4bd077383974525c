export interface MeasurementRow {
  name: string;
  figure: string;
  date: string;
  commit: string;
  command: string;
  seed: string;
  /** The load average of the machine, which shows whether it was idle. */
  load: string;
}

const columns = ['name', 'figure', 'date', 'commit', 'command', 'seed', 'load'] as const;

const introduction = `# Measurements

Figures of the last \`npm run nightly\` in which each was measured, written by that run. They depend on
the machine and on what else it did: \`load\` is its load average at the end of the run. \`+\` after a commit
means uncommitted changes. The API is compared with the bare engine in [Benchmarks](benchmarks.md).
`;

const header =
  '| measurement | figure | date | commit | command | seed | load |\n|---|---|---|---|---|---|---|';

export const readRows = (page: string): MeasurementRow[] =>
  page
    .split('\n')
    .filter((line) => /^\| (?!measurement )/.test(line))
    .map((line) => {
      const cells = line.slice(2, -2).split(' | ');
      const entries = columns.map((column, index) => [column, cells[index]?.trim() ?? '']);
      return Object.fromEntries(entries) as MeasurementRow;
    });

/** Rows that were measured again are replaced; the others stay. */
export const updatedPage = (page: string, measured: readonly MeasurementRow[]): string => {
  const rows = new Map([...readRows(page), ...measured].map((row) => [row.name, row]));
  const sorted = [...rows.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const lines = sorted.map((row) => `| ${columns.map((column) => row[column]).join(' | ')} |`);
  return [introduction, header, ...lines, ''].join('\n');
};
