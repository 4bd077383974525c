import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  checkClock,
  checkServer,
  identifyDatabase,
  openDatabase,
  type RoleVariable,
  roleUrls,
} from './connection-checks.ts';
import { checkKeys, checkQueue, checkWorker } from './key-and-queue-checks.ts';
import {
  type CheckFinding,
  type DoctorCheck,
  problemResult,
  runChecks,
  secretHider,
} from './run-checks.ts';
import { checkIndexes, checkMigrations, checkPartitions, checkRoles } from './schema-checks.ts';
import { checkMail, checkModel, checkProxy, checkRedis } from './service-checks.ts';
import { checkEgress, checkPublicUrl, checkTrustedProxies } from './setting-checks.ts';

interface Options {
  /** The clock of this machine. */
  now?: () => number;
}

/** Checks an installation as its operator would, and changes nothing. */
export async function examineInstallation(
  config: Config,
  { now = Date.now }: Options = {},
): Promise<CheckFinding[]> {
  const hide = secretHider(secretsIn(config));
  const urls = roleUrls(config);
  const { unreachable, reachable } = await connectRoles(urls);
  const open = (variable: RoleVariable) =>
    reachable.has(variable) ? openDatabase(urls[variable]) : undefined;
  const [app, owner, signIn] = [
    open('DATABASE_URL'),
    open('DATABASE_OWNER_URL'),
    open('DATABASE_SIGN_IN_URL'),
  ];
  const checks: DoctorCheck[] = [
    ...(app ? databaseChecks(app, config, now) : []),
    ...(owner
      ? [
          {
            about: 'migrations',
            run: () => checkMigrations(config.DATABASE_OWNER_URL),
            remedy: 'Run "npm run db:migrate".',
          },
        ]
      : []),
    {
      about: 'roles',
      run: () => checkRoles({ app, owner, signIn }),
      remedy: 'Run "npm run db:create".',
    },
    { about: 'keys', run: () => checkKeys(config, app), remedy: 'Run "npm run db:migrate".' },
    ...serviceChecks(config),
  ];
  const findings = await runChecks(checks, hide);
  await Promise.all([app?.close(), owner?.close(), signIn?.close()]);
  return [
    ...unreachable.map((finding) => ({ ...finding, message: hide(finding.message) })),
    ...findings,
  ];
}

const databaseChecks = (app: Database, config: Config, now: () => number): DoctorCheck[] => {
  const remedy = 'Run "npm run db:migrate", then this again.';
  return [
    { about: 'database', run: () => checkServer(app), remedy },
    { about: 'clock', run: () => checkClock(app, now), remedy },
    { about: 'partitions', run: () => checkPartitions(app), remedy },
    { about: 'indexes', run: () => checkIndexes(app), remedy },
    { about: 'worker', run: () => checkWorker(app), remedy },
    { about: 'queue', run: () => checkQueue(config.DATABASE_URL), remedy },
  ];
};

const serviceChecks = (config: Config): DoctorCheck[] => [
  { about: 'redis', run: () => checkRedis(config), remedy: 'Correct REDIS_URL.' },
  { about: 'mail', run: () => checkMail(config), remedy: 'Correct SMTP_URL.' },
  {
    about: 'model',
    run: () => checkModel(config),
    remedy: 'Correct the variables that begin with AI_.',
    timeoutMs: 12_000,
  },
  { about: 'proxy', run: () => checkProxy(config), remedy: 'Correct EGRESS_PROXY.' },
  { about: 'egress', run: () => checkEgress(config), remedy: 'Correct EGRESS_ALLOW.' },
  { about: 'public url', run: () => checkPublicUrl(config), remedy: 'Correct PUBLIC_URL.' },
  {
    about: 'trusted proxies',
    run: () => checkTrustedProxies(config),
    remedy: 'Correct TRUSTED_PROXIES.',
  },
];

/** Connects as each role, and checks that all of them see the same database. */
async function connectRoles(
  urls: Record<RoleVariable, string>,
): Promise<{ unreachable: CheckFinding[]; reachable: Set<RoleVariable> }> {
  const variables = Object.keys(urls) as RoleVariable[];
  const identities = await Promise.all(
    variables.map((variable) => identifyDatabase(variable, urls[variable])),
  );
  const unreachable: CheckFinding[] = [];
  const reachable = new Map<RoleVariable, string>();
  for (const [index, variable] of variables.entries()) {
    const result = identities[index]!;
    if ('failure' in result) unreachable.push({ about: 'database', ...result.failure });
    else reachable.set(variable, result.identity);
  }
  const expected = reachable.get('DATABASE_URL');
  for (const [variable, identity] of reachable)
    if (expected !== undefined && identity !== expected)
      unreachable.push({
        about: 'database',
        ...problemResult(
          `${variable} connects to another database than DATABASE_URL.`,
          'Give all of them the same host and database, with different users.',
        ),
      });
  return { unreachable, reachable: new Set(reachable.keys()) };
}

/** The secrets that must not appear in the report. */
function secretsIn(config: Config): string[] {
  const passwordIn = (url: string | undefined) => {
    if (url === undefined || !URL.canParse(url)) return [];
    const { password } = new URL(url);
    return [password, decodeURIComponent(password)];
  };
  return [
    ...[
      ...Object.values(roleUrls(config)),
      config.DATABASE_ADMIN_URL,
      config.REDIS_URL,
      config.SMTP_URL,
      config.EGRESS_PROXY,
    ].flatMap(passwordIn),
    config.AI_API_KEY ?? '',
    config.SUPPRESSION_KEY ?? '',
    ...(config.SESSION_SECRET ?? []),
  ];
}
