import type { endpoints, ResponseData } from '@outcrop/contract';
import { changeCounts } from '../counts/change-counts.ts';
import { causeOf, emit, type Happening } from '../events/emit.ts';
import { missingAmong } from '../people/missing.ts';
import { lockProspects } from '../people/sql.ts';
import { ApiError, invalid } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { addressFactsOf } from '../suppression/address-facts.ts';
import { reasonToSkip } from './rules.ts';
import * as store from './sql.ts';

type Enrolled = ResponseData<'postCampaigns'>;

/** Enrolls prospects in a campaign, each at most once, and says why the others were skipped. */
export async function postCampaigns(call: Call<typeof endpoints.postCampaigns>): Promise<Enrolled> {
  const { tx } = call;
  const { campaignId, prospectIds: ids, ignoreMissing = false } = call.body;

  // One flight. What is asked behind the locks sees what their last holder did.
  const [campaign, sendsEmail, people, enrolledBefore, facts] = await Promise.all([
    store.lockCampaign(tx, campaignId),
    store.hasEmailStep(tx, campaignId),
    lockProspects(tx, ids),
    store.selectEnrolled(tx, campaignId, ids),
    addressFactsOf(tx, ids),
  ]);
  if (!campaign)
    throw new ApiError('not_found', 'There is no campaign with this id in the workspace.', {
      notFound: [campaignId],
    });
  if (campaign.isArchived)
    throw invalid('campaignId', 'is an archived campaign, which takes nobody any more');
  const missing = missingAmong(ids, people, ignoreMissing);

  const byId = new Map(people.map((person) => [person.id, person]));
  const results = ids
    .flatMap((id) => byId.get(id) ?? [])
    .map(({ id: prospectId, doNotContact, emailKey }): Enrolled['results'][number] => {
      const candidate = {
        doNotContact,
        hasEmail: emailKey !== null,
        isEnrolled: enrolledBefore.has(prospectId),
        facts: facts.get(prospectId) ?? [],
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
    causeOf(call),
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
