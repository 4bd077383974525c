import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export interface Import {
  from: string;
  to: string;
  isType: boolean;
}

const layers: Record<string, number> = {
  api: 6,
  worker: 6,
  account: 6,
  migrate: 6,
  migrations: 6,
  'start-worker': 6,
  service: 6,
  'stop-on-signal': 6,
  routes: 5,
  jobs: 5,
  leads: 4,
  prospects: 4,
  boards: 4,
  bulk: 4,
  campaigns: 4,
  'do-not-contact': 4,
  enrichment: 4,
  inbox: 4,
  imports: 4,
  exports: 4,
  webhooks: 4,
  accounts: 4,
  'sign-in': 4,
  maintenance: 4,
  'request-log': 4,
  people: 3,
  'lists-and-tags': 3,
  suppression: 3,
  usage: 3,
  events: 3,
  counts: 3,
  audit: 3,
  identity: 3,
  tasks: 3,
  platform: 2,
  config: 1,
};

/** Why an import is not allowed, or undefined. */
export function violation({ from, to, isType }: Import): string | undefined {
  const isTest =
    /\.(test|main)\.ts$/.test(from) ||
    /^(server\/(test|dev)|console\/test|checks|bench|torture)\//.test(from);
  if (isTest) return undefined;
  const [package_ = ''] = from.split('/');
  const toServer = to.startsWith('server/');
  if (package_ === 'contract' && !to.startsWith('contract/') && to !== 'zod')
    return 'the contract imports only zod';
  if (package_ === 'client' && !to.startsWith('client/') && !isType)
    return 'the client has no runtime dependencies';
  if (package_ === 'console' && /^@outcrop\/contract/.test(to) && !isType)
    return 'the console imports only types from the contract';
  if (package_ !== 'server') return toServer ? 'the server must not be imported' : undefined;
  if (/^server\/src\/.*\/rules\.ts$/.test(from) && !isType && !/^@outcrop\/contract/.test(to))
    return 'rules.ts imports only the contract, and types';
  if (
    /^server\/src\/.*\/sql\.ts$/.test(from) &&
    !isType &&
    !/^(server\/src\/platform\/db\/|@outcrop\/contract)/.test(to)
  )
    return 'sql.ts imports only platform/db and the contract';
  if (!toServer) return undefined;
  return layerViolation(moduleOf(from), moduleOf(to));
}

const moduleOf = (path: string) =>
  path
    .replace(/^server\/src\//, '')
    .split('/')[0]!
    .replace(/\.ts$/, '');

function layerViolation(from: string, to: string): string | undefined {
  if (from === to) return undefined;
  const [above, below] = [layers[from], layers[to]];
  if (above === undefined || below === undefined)
    return `the module "${above === undefined ? from : to}" has no layer: add it to checks/import-boundaries.ts`;
  if (to === 'config' && above < 6) return 'only entry points read the configuration';
  if (above === 6 && below === 6) return undefined;
  return above > below ? undefined : `"${from}" must not import "${to}"`;
}

export function importsOf(from: string, source: string): Import[] {
  const statement = /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
  return [...source.matchAll(statement)].map(([whole, type, target = '']) => ({
    from,
    to: target.startsWith('.') ? join(dirname(from), target) : target,
    isType: type !== undefined || /\{\s*type [^,}]+(,\s*type [^,}]+)*,?\s*\}/.test(whole),
  }));
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const files = globSync('{contract,client,server,console,checks,bench,torture}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  const imports = files.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')));
  const found = imports.flatMap((each) => {
    const why = violation(each);
    return why ? [`${relative('.', each.from)} → ${each.to}: ${why}`] : [];
  });
  console.log(
    found.length > 0
      ? found.join('\n')
      : `${imports.length} imports in ${files.length} files checked`,
  );
  // An empty scan must not pass.
  process.exitCode = found.length > 0 || imports.length < 50 ? 1 : 0;
}
