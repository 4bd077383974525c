import type { ResponseData } from '@outcrop/contract';
import { changeCounts } from '../counts/change-counts.ts';
import { emit, type Happening } from '../events/emit.ts';
import { missingAmong } from '../people/missing.ts';
import { lockProspects } from '../people/sql.ts';
import type { Cause } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import { invalid } from '../platform/error.ts';
import { lookUpFacts } from '../suppression/address-facts.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { reasonToSkip } from './rules.ts';
import * as store from './sql.ts';

type Enrolled = ResponseData<'postCampaigns'>;

interface Wanted {
  campaignId: string;
  prospectIds: string[];
  ignoreMissing?: boolean | undefined;
}

/**
 * Enrolls prospects in a campaign, each at most once, and says why the others were skipped. Null
 * when there is no such campaign.
 */
export async function enroll(
  tx: Tx,
  suppression: Suppression,
  cause: Cause,
  { campaignId, prospectIds: ids, ignoreMissing = false }: Wanted,
): Promise<Enrolled | null> {
  // One flight. What is asked behind the locks sees what their last holder did.
  const [campaign, sendsEmail, people, enrolledBefore] = await Promise.all([
    store.shareCampaign(tx, campaignId),
    store.hasEmailStep(tx, campaignId),
    lockProspects(tx, ids),
    store.selectEnrolled(tx, campaignId, ids),
  ]);
  if (!campaign) return null;
  if (campaign.isArchived)
    throw invalid('campaignId', 'is an archived campaign, which takes nobody any more');
  const missing = missingAmong(ids, people, ignoreMissing);
  const factsOf = await lookUpFacts(tx, suppression, people);

  const byId = new Map(people.map((person) => [person.id, person]));
  const results = ids
    .flatMap((id) => byId.get(id) ?? [])
    .map((person): Enrolled['results'][number] => {
      const { id: prospectId, doNotContact, emailKey } = person;
      const candidate = {
        doNotContact,
        hasEmail: emailKey !== null,
        isEnrolled: enrolledBefore.has(prospectId),
        facts: factsOf(person),
      };
      const reason = reasonToSkip(candidate, sendsEmail);
      return reason
        ? { prospectId, status: 'skipped', reason }
        : { prospectId, status: 'enrolled' };
    });
  const enrolled = results.filter(({ status }) => status === 'enrolled');

  store.insertEnrollments(
    tx,
    campaignId,
    enrolled.map(({ prospectId }) => prospectId),
  );
  emit(
    tx,
    cause,
    enrolled.map(({ prospectId }): Happening => {
      const { id, name } = campaign;
      const data = { prospectId, campaign: { id, name } };
      return { type: 'campaign.enrolled', prospectId, data };
    }),
  );
  changeCounts(tx, [{ kind: 'campaign', key: campaignId, by: enrolled.length }]);
  return {
    enrolled: enrolled.length,
    skipped: results.length - enrolled.length,
    campaignName: campaign.name,
    results,
    ...(ignoreMissing && { notFound: missing }),
  };
}
