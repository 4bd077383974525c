import type { CampaignStep, manageEndpoints } from '@outcrop/contract';
import type { z } from 'zod';

type Written = z.output<(typeof manageEndpoints.postCampaign)['body']>['steps'];

/** Steps as they are kept, from those that were sent; their schema has seen to it that they fit. */
export const keptSteps = (written: Written): CampaignStep[] =>
  written.map(({ kind, subject = null, body, days }) =>
    kind === 'email' ? { kind, subject, body: body! } : { kind, days: days! },
  );
