import { randomUUID } from 'node:crypto';
import type { Referent } from '@outcrop/contract';
import { upsertPlan } from '../../server/src/accounts/sql.ts';
import { type Database, raw, sql } from '../../server/src/platform/db/index.ts';
import { type TestWorkspace, testWorkspace } from '../../server/test/accounts.ts';
import { recordsIn } from '../../server/test/records.ts';
import { workspaceRows } from '../../server/test/workspace-rows.ts';
import { referents } from './document.ts';
import { Memory } from './memory.ts';

export interface Tenant extends TestWorkspace {
  name: string;
  /** Where the console would be that its people use. */
  origin: string;
  memory: Memory;
}

export interface Tenants {
  /** Those who send requests. */
  active: Tenant[];
  /** Nobody calls for it, but everybody knows its ids and tries them. */
  bystander: Tenant;
  /** Stands in what the bystander keeps; no answer may contain it. */
  canary: string;
  /** The bystander's rows as they were before the first request. */
  untouched: Record<string, string>;
}

/** What requests cannot make, or not without someone whom they then undo. */
const made = ['tag', 'campaign', 'list', 'member', 'integration', 'invitation'] as const;

/** Two workspaces with room, one whose imports soon run out, and one that others only talk about. */
export async function makeTenants(owner: Database, origin: string): Promise<Tenants> {
  await owner.ask(upsertPlan('narrow', 'Narrow', 60, 5, true));
  const make = async (name: string, plan: string): Promise<Tenant> => ({
    ...(await testWorkspace(owner, plan)),
    name,
    origin,
    memory: new Memory(),
  });
  const active = [
    await make('roomy', 'scale'),
    await make('other', 'scale'),
    await make('narrow', 'narrow'),
  ];
  for (const tenant of active) {
    const idOf = recordsIn(owner, tenant.id);
    for (const referent of made)
      for (let count = 0; count < 5; count++) tenant.memory.add(referent, await idOf(referent));
  }
  const bystander = await make('bystander', 'scale');
  const canary = `canary${randomUUID().replaceAll('-', '')}`;
  const idOf = recordsIn(owner, bystander.id);
  for (const referent of referents as Referent[])
    for (let made = 0; made < 20; made++) bystander.memory.add(referent, await idOf(referent));
  await owner.transaction(bystander.id, async (tx) => {
    await tx.run(
      sql`update prospect set full_name = ${canary} where workspace_id = ${bystander.id}`,
    );
    for (const named of ['list', 'tag', 'campaign'])
      await tx.run(
        sql`update ${raw(named)} set name = ${canary} where workspace_id = ${bystander.id}`,
      );
  });
  return { active, bystander, canary, untouched: await workspaceRows(owner, bystander.id) };
}
