import type { Role } from '@outcrop/contract';
import type { Dice } from './dice.ts';
import type { Operation } from './document.ts';
import type { Tenant } from './tenants.ts';

export interface Caller {
  token: string;
  tenant: Tenant;
  role: Role;
}

interface Used extends Caller {
  /** Requests so far, by operation. */
  spent: Map<string, number>;
}

/** Somebody to send a request as. Nobody has more than a minute's worth of any operation. */
export class Callers {
  readonly #tenants: Tenant[];
  readonly #current = new Map<string, Promise<Used>>();

  constructor(tenants: Tenant[]) {
    this.#tenants = tenants;
  }

  async take(dice: Dice, operation: Operation | null): Promise<Caller> {
    const tenant = dice.pick(this.#tenants);
    const role = dice.weigh<Role>([
      [6, 'member'],
      [1, 'viewer'],
      [1, 'admin'],
      [2, 'owner'],
    ]);
    return this.as(tenant, role, operation);
  }

  async as(tenant: Tenant, role: Role, operation: Operation | null): Promise<Caller> {
    const place = `${tenant.id} ${role}`;
    const current = (this.#current.get(place) ?? Promise.resolve(null)).then((caller) => {
      const spent = operation && caller ? (caller.spent.get(operation.id) ?? 0) : 0;
      // Some more than allowed: not all are let in and count, and 429 is to be among the answers.
      const most = 1.2 * (operation?.perMinute ?? 0);
      return caller && spent <= most ? caller : newCaller(tenant, role);
    });
    this.#current.set(place, current);
    const caller = await current;
    if (operation) caller.spent.set(operation.id, (caller.spent.get(operation.id) ?? 0) + 1);
    return caller;
  }

  /** A caller like this one whose minute has not begun. */
  another = ({ tenant, role }: Caller): Promise<Caller> => newCaller(tenant, role);
}

const newCaller = async (tenant: Tenant, role: Role): Promise<Used> => ({
  token: await tenant.token(role),
  tenant,
  role,
  spent: new Map(),
});
