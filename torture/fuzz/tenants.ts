import { randomUUID } from 'node:crypto';
import type { RefTarget } from '@outcrop/contract';
import { upsertPlan } from '../../server/src/operator/accounts.ts';
import { type Database, raw, sql } from '../../server/src/platform/db/index.ts';
import { type TestWorkspace, testWorkspace } from '../../server/test/accounts.ts';
import { recordCreator } from '../../server/test/record-creator.ts';
import { workspaceChecksums } from '../../server/test/workspace-checksums.ts';
import { refTargets } from './document.ts';
import { KnownIds } from './known-ids.ts';

export interface Tenant extends TestWorkspace {
  name: string;
  /** The origin of its console. */
  origin: string;
  memory: KnownIds;
}

export interface Tenants {
  /** Workspaces that send requests. */
  active: Tenant[];
  /** Sends no requests; the others try its ids. */
  inactive: Tenant;
  /** Part of the rows of the inactive workspace; no answer may contain it. */
  canary: string;
  /** Rows of the inactive workspace before the first request. */
  rowsBefore: Record<string, string>;
}

/** Created here, because random requests cannot create them reliably. */
const seeded = ['tag', 'campaign', 'list', 'member', 'integration', 'invitation'] as const;

/** Two large workspaces, one with few imports left, and one that sends no requests. */
export async function createTenants(owner: Database, origin: string): Promise<Tenants> {
  await owner.query(upsertPlan('narrow', 'Narrow', 60, 5, true));
  const make = async (name: string, plan: string): Promise<Tenant> => ({
    ...(await testWorkspace(owner, plan)),
    name,
    origin,
    memory: new KnownIds(),
  });
  const active = [
    await make('roomy', 'scale'),
    await make('other', 'scale'),
    await make('narrow', 'narrow'),
  ];
  for (const tenant of active) {
    const idOf = recordCreator(owner, tenant.id);
    for (const referent of seeded)
      for (let count = 0; count < 5; count++) tenant.memory.add(referent, await idOf(referent));
  }
  const inactive = await make('inactive', 'scale');
  const canary = `canary${randomUUID().replaceAll('-', '')}`;
  const idOf = recordCreator(owner, inactive.id);
  for (const referent of refTargets as RefTarget[])
    for (let count = 0; count < 20; count++) inactive.memory.add(referent, await idOf(referent));
  await owner.transaction(inactive.id, async (tx) => {
    await tx.run(
      sql`update prospect set full_name = ${canary} where workspace_id = ${inactive.id}`,
    );
    for (const named of ['list', 'tag', 'campaign'])
      await tx.run(
        sql`update ${raw(named)} set name = ${canary} where workspace_id = ${inactive.id}`,
      );
  });
  return { active, inactive, canary, rowsBefore: await workspaceChecksums(owner, inactive.id) };
}
