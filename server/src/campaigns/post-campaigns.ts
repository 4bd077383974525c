import type { EndpointResult, ManageResult } from '@outcrop/contract';
import type { Call, ManageCall } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { notFound } from '../platform/error.ts';
import { enrollProspects } from './enroll-prospects.ts';

/** Enrolls prospects in the campaign named in the body. */
export async function postCampaigns(
  call: Call<'postCampaigns', { suppression: Suppression }>,
): Promise<EndpointResult<'postCampaigns'>> {
  const result = await enrollProspects(call, call.body);
  if (!result) throw notFound('campaign', call.body.campaignId);
  return result;
}

/** Enrolls prospects in the campaign named in the path. */
export async function postCampaignEnroll(
  call: ManageCall<'postCampaignEnroll', { suppression: Suppression }>,
): Promise<ManageResult<'postCampaignEnroll'>> {
  const { campaignId } = call.params;
  const request = { campaignId, ...call.body };
  const result = await enrollProspects(call, request);
  if (!result) throw notFound('campaign', campaignId);
  return result;
}
