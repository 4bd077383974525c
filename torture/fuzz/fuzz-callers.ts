import { atLeast, type Role } from '@outcrop/contract';
import type { TestSession } from '../../server/test/accounts.ts';
import type { ApiOperation } from './document.ts';
import type { Random } from './random.ts';
import type { Tenant } from './tenants.ts';

export interface FuzzCaller {
  token: string;
  /** For operations that need a session. */
  session: TestSession;
  tenant: Tenant;
  role: Role;
}

interface UsedCaller extends FuzzCaller {
  createdAt: number;
  /** Requests so far, by rate limit. */
  requestCounts: Map<string, number>;
}

const roleWeights: [number, Role][] = [
  [1, 'viewer'],
  [6, 'member'],
  [1, 'admin'],
  [2, 'owner'],
];

/** A password counts as recent for ten minutes. Callers end well before. */
const maxAgeMs = 300_000;

/** Operations on the own account may end the session. */
const isPersonal = ({ path }: ApiOperation): boolean => /\/manage\/(me|sign-out)\b/.test(path);

/** Provides callers that stay near their rate limits. */
export class FuzzCallers {
  readonly #tenants: Tenant[];
  readonly #current = new Map<string, Promise<UsedCaller>>();

  constructor(tenants: Tenant[]) {
    this.#tenants = tenants;
  }

  /** Mostly a caller with the required role. */
  async take(random: Random, operation: ApiOperation): Promise<FuzzCaller> {
    const tenant = random.pick(this.#tenantsFor(operation));
    const allowed = roleWeights.filter(([, role]) => atLeast(role, operation.role));
    const role = random.weigh(random.chance(0.15) ? roleWeights : allowed);
    return isPersonal(operation) ? newCaller(tenant, role) : this.#as(tenant, role, operation);
  }

  /** Knowing the workspace name allows revoking all tokens, so only one workspace is renamed. */
  #tenantsFor({ path }: ApiOperation): Tenant[] {
    if (path.endsWith('/manage/workspace')) return this.#tenants.slice(0, 1);
    return /\/tokens\/(rotate|revoke-all)$/.test(path) ? this.#tenants.slice(1) : this.#tenants;
  }

  async #as(tenant: Tenant, role: Role, { limit, perMinute }: ApiOperation): Promise<FuzzCaller> {
    const key = `${tenant.id} ${role}`;
    const current = (this.#current.get(key) ?? Promise.resolve(null)).then((caller) => {
      const spent = caller?.requestCounts.get(limit) ?? 0;
      // A few more than allowed, so that some answers are 429.
      const max = perMinute + Math.min(20, perMinute / 5);
      const isUsable = caller && spent <= max && Date.now() < caller.createdAt + maxAgeMs;
      return isUsable ? caller : newCaller(tenant, role);
    });
    this.#current.set(key, current);
    const caller = await current;
    caller.requestCounts.set(limit, (caller.requestCounts.get(limit) ?? 0) + 1);
    return caller;
  }

  /** A new caller with the same workspace and role. */
  another = ({ tenant, role }: FuzzCaller): Promise<FuzzCaller> => newCaller(tenant, role);
}

export const credentialsOf = (
  { by }: ApiOperation,
  { token, session, tenant }: FuzzCaller,
): [string, string][] => {
  if (by === 'either') return [['Authorization', `Bearer ${token}`]];
  const origin: [string, string] = ['Origin', tenant.origin];
  if (by === 'anyone') return [origin];
  return [origin, ['Cookie', session.cookie!], ['Outcrop-Workspace', tenant.id]];
};

const newCaller = async (tenant: Tenant, role: Role): Promise<UsedCaller> => ({
  token: await tenant.token(role),
  session: await tenant.session(role),
  tenant,
  role,
  createdAt: Date.now(),
  requestCounts: new Map(),
});
