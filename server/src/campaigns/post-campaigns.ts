import type { endpoints, ManageData, manageEndpoints, ResponseData } from '@outcrop/contract';
import { causeOf } from '../platform/cause.ts';
import { ApiError, noSuch } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { enroll } from './enroll.ts';

/** Enrolls prospects in the campaign that the body names. */
export const postCampaigns =
  (suppression: Suppression) =>
  async (call: Call<typeof endpoints.postCampaigns>): Promise<ResponseData<'postCampaigns'>> => {
    const enrolled = await enroll(call.tx, suppression, causeOf(call), call.body);
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

/** The same, in the campaign that stands in the path. */
export const postCampaignEnroll =
  (suppression: Suppression) =>
  async (
    call: Call<typeof manageEndpoints.postCampaignEnroll>,
  ): Promise<ManageData<'postCampaignEnroll'>> => {
    const { campaignId } = call.params;
    const wanted = { campaignId, ...call.body };
    const enrolled = await enroll(call.tx, suppression, causeOf(call), wanted);
    if (!enrolled) throw noSuch('campaign', campaignId);
    return enrolled;
  };
