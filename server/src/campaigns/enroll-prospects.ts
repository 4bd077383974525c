import type { endpoints, ManageData, manageEndpoints, ResponseData } from '@outcrop/contract';
import type { Suppression } from '../core/suppression/suppression.ts';
import { actorOf } from '../platform/actor.ts';
import { ApiError, notFound } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { enroll } from './enroll.ts';

/** Enrolls prospects in the campaign named in the body. */
export const enrollProspects =
  (suppression: Suppression) =>
  async (call: Call<typeof endpoints.postCampaigns>): Promise<ResponseData<'postCampaigns'>> => {
    const enrolled = await enroll(call.tx, suppression, actorOf(call), call.body);
    if (!enrolled)
      throw new ApiError(
        'not_found',
        'There is no campaign with this id in the workspace. Check the id.',
        {
          notFound: [call.body.campaignId],
        },
      );
    return enrolled;
  };

/** Enrolls prospects in the campaign named in the path. */
export const enrollInCampaign =
  (suppression: Suppression) =>
  async (
    call: Call<typeof manageEndpoints.postCampaignEnroll>,
  ): Promise<ManageData<'postCampaignEnroll'>> => {
    const { campaignId } = call.params;
    const request = { campaignId, ...call.body };
    const enrolled = await enroll(call.tx, suppression, actorOf(call), request);
    if (!enrolled) throw notFound('campaign', campaignId);
    return enrolled;
  };
