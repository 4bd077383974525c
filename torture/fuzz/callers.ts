import { atLeast, type Role } from '@outcrop/contract';
import type { TestSession } from '../../server/test/accounts.ts';
import type { Dice } from './dice.ts';
import type { Operation } from './document.ts';
import type { Tenant } from './tenants.ts';

export interface Caller {
  token: string;
  /** For what is done signed in. */
  session: TestSession;
  tenant: Tenant;
  role: Role;
}

interface Used extends Caller {
  born: number;
  /** Requests so far, by what limits them. */
  spent: Map<string, number>;
}

const shares: [number, Role][] = [
  [1, 'viewer'],
  [6, 'member'],
  [1, 'admin'],
  [2, 'owner'],
];

/** A password counts as just given for ten minutes. */
const freshMs = 300_000;

/** What someone does to their own account may end the session they do it in. */
const isPersonal = ({ path }: Operation): boolean => /\/manage\/(me|sign-out)\b/.test(path);

/** Somebody to send a request as. Nobody has more than a minute's worth of any operation. */
export class Callers {
  readonly #tenants: Tenant[];
  readonly #current = new Map<string, Promise<Used>>();

  constructor(tenants: Tenant[]) {
    this.#tenants = tenants;
  }

  /** Mostly somebody who may do it. */
  async take(dice: Dice, operation: Operation): Promise<Caller> {
    const tenant = dice.pick(this.#tenantsFor(operation));
    const able = shares.filter(([, role]) => atLeast(role, operation.role));
    const role = dice.weigh(dice.chance(0.15) ? shares : able);
    return isPersonal(operation) ? newCaller(tenant, role) : this.#as(tenant, role, operation);
  }

  /** Whoever names a workspace rightly can end all of its tokens: so one is renamed, others are not. */
  #tenantsFor({ path }: Operation): Tenant[] {
    if (path.endsWith('/manage/workspace')) return this.#tenants.slice(0, 1);
    return /\/tokens\/(rotate|revoke-all)$/.test(path) ? this.#tenants.slice(1) : this.#tenants;
  }

  async #as(tenant: Tenant, role: Role, { limit, perMinute }: Operation): Promise<Caller> {
    const place = `${tenant.id} ${role}`;
    const current = (this.#current.get(place) ?? Promise.resolve(null)).then((caller) => {
      const spent = caller?.spent.get(limit) ?? 0;
      // Some more than allowed: not all are let in and count, and 429 is to be among the answers.
      const most = perMinute + Math.min(20, perMinute / 5);
      const isGood = caller && spent <= most && Date.now() < caller.born + freshMs;
      return isGood ? caller : newCaller(tenant, role);
    });
    this.#current.set(place, current);
    const caller = await current;
    caller.spent.set(limit, (caller.spent.get(limit) ?? 0) + 1);
    return caller;
  }

  /** A caller like this one whose minute has not begun. */
  another = ({ tenant, role }: Caller): Promise<Caller> => newCaller(tenant, role);
}

/** The headers by which a caller is known to an operation. */
export const credentialsOf = (
  { by }: Operation,
  { token, session, tenant }: Caller,
): [string, string][] => {
  if (by === 'either') return [['Authorization', `Bearer ${token}`]];
  const origin: [string, string] = ['Origin', tenant.origin];
  if (by === 'anyone') return [origin];
  return [origin, ['Cookie', session.cookie!], ['Outcrop-Workspace', tenant.id]];
};

const newCaller = async (tenant: Tenant, role: Role): Promise<Used> => ({
  token: await tenant.token(role),
  session: await tenant.session(role),
  tenant,
  role,
  born: Date.now(),
  spent: new Map(),
});
