import type { ManageResult } from '@outcrop/contract';
import { addLeads } from '../core/prospects/add-leads.ts';
import { applyBulkOperation } from '../core/prospects/bulk-operation.ts';
import { notAProfile, notAWebsite } from '../core/prospects/normalize-fields.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import { selectProspectRecords } from '../core/search/prospect-records.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';

/** Adds one prospect entered by hand. */
export async function postProspects(
  call: ManageCall<'postProspects', { suppression: Suppression }>,
): Promise<ManageResult<'postProspects'>> {
  const { listId, listName, stage, onMatch, dryRun = false, ...lead } = call.body;
  const { results, quota, nonProfileIndexes, ignoredWebsiteIndexes } = await addLeads(call, {
    leads: [{ index: 0, lead }],
    list: { id: listId, name: listName },
    sourceType: 'manual',
    onMatch,
  });
  const warnings = [
    ...nonProfileIndexes.map(() => notAProfile(['linkedinUrl'])),
    ...ignoredWebsiteIndexes.map(() => notAWebsite(['website'])),
  ];
  const { index: _, prospectId, ...result } = results[0]!;
  const isStored = prospectId !== undefined && !(dryRun && result.status === 'inserted');
  const data = {
    ...result,
    ...(isStored && { prospectId }),
    quota:
      dryRun && result.status === 'inserted' ? { ...quota, remaining: quota.remaining + 1 } : quota,
    ...(warnings.length > 0 && { warnings }),
  };
  if (dryRun || !isStored) return { ...data, prospect: null };
  if (stage && result.status === 'inserted') {
    const prospects = await lockProspects(call.tx, [prospectId]);
    await applyBulkOperation(call, { action: 'stage', listOrTag: null, stage }, prospects);
  }
  const [prospect] = await selectProspectRecords(call.tx, [prospectId]);
  return { ...data, prospect: prospect! };
}
