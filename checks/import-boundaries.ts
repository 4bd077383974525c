import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { importRules } from './import-rules.ts';
import { consoleLayers, serverLayers } from './layers.ts';

const folders = [
  'contract',
  'client',
  'server',
  'console',
  'extension',
  'cli',
  'checks',
  'deploy',
  'bench',
  'torture',
];

/** All imports below a root, including types and `import()`, and the violations of the rules. */
export async function importGraph(root: string, paths: string[]) {
  const { output } = await cruise(paths, {
    baseDir: root,
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    validate: true,
    ruleSet: { forbidden: importRules.map((rule) => ({ ...rule, severity: 'error' as const })) },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  });
  const { modules, summary } = output as ICruiseResult;
  const violations = summary.violations.map(({ from, to, rule, cycle }) => ({
    from,
    to: cycle ? cycle.map(({ name }) => name).join(' → ') : to,
    rule: rule.name,
  }));
  const isOurs = (file: string) => /\.tsx?$/.test(file) && !file.includes('node_modules/');
  return { modules: modules.filter(({ source }) => isOurs(source)), violations };
}

/** The files that must be in the graph: an empty graph has no violations. */
function sourceFiles(root: string): string[] {
  const args = ['ls-files', '-co', '--exclude-standard', '--', ...folders];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)));
}

/** `leads`, `core/prospects`, `platform/db`, `pages/home`; null for files outside of folders. */
function folderOf(root: string, file: string): string | null {
  if (!file.startsWith(root)) return null;
  const path = file.slice(root.length).split('/');
  const depth = /^(core|platform|pages|features)$/.test(path[0]!) ? 2 : 1;
  return path.length > depth ? path.slice(0, depth).join('/') : path.length > 1 ? path[0]! : null;
}

interface Imports {
  source: string;
  dependencies: { resolved: string }[];
}

/** The number of modules, folders, and pairs of folders with imports, without tests. */
export function importCountsOf(root: string, { modules }: { modules: Imports[] }) {
  const sources = modules.filter(
    ({ source }) => source.startsWith(root) && !/\.test\.tsx?$/.test(source),
  );
  const pairs = sources.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ resolved }) => {
      const [from, to] = [folderOf(root, source), folderOf(root, resolved)];
      return from && to && from !== to ? [`${from} → ${to}`] : [];
    }),
  );
  return {
    modules: sources.length,
    folders: new Set(sources.map(({ source }) => folderOf(root, source)).filter(Boolean)).size,
    folderPairs: new Set(pairs).size,
  };
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const graph = await importGraph(
    root,
    folders.filter((folder) => existsSync(join(root, folder))),
  );
  if (process.argv.includes('--count')) {
    console.log(`all packages: ${graph.modules.length} modules with tests`);
    for (const part of ['server/src/', 'console/src/']) {
      const { modules, folders, folderPairs } = importCountsOf(part, graph);
      console.log(
        `${part}: ${modules} modules, ${folders} folders, ${folderPairs} pairs of folders with imports`,
      );
    }
  } else {
    const seen = new Set(graph.modules.map(({ source }) => source));
    const problems = [
      ...graph.violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule}`),
      ...sourceFiles(root)
        .filter((file) => !seen.has(file))
        .map((file) => `${file}: not seen by dependency-cruiser`),
      ...missingNames(root).map((name) => `${name}: named in checks/layers.ts, but does not exist`),
    ];
    console.log(problems.length > 0 ? problems.join('\n') : `${seen.size} modules checked`);
    process.exitCode = problems.length > 0 ? 1 : 0;
  }
}

function missingNames(root: string): string[] {
  const paths = [
    ...serverLayers.flatMap(({ names }) => names.map((name) => `server/src/${name}`)),
    ...consoleLayers.flatMap(({ names }) => names.map((name) => `console/src/${name}`)),
  ];
  return paths.filter((path) => !existsSync(join(root, path.replace('/*', ''))));
}
