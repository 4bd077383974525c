import type { CampaignStep, manageEndpoints } from '@outcrop/contract';
import type { z } from 'zod';

type SentSteps = z.output<(typeof manageEndpoints.postCampaign)['body']>['steps'];

/** Converts validated request steps to their stored form. */
export const toStoredSteps = (sentSteps: SentSteps): CampaignStep[] =>
  sentSteps.map(({ kind, subject = null, body, days }) =>
    kind === 'email' ? { kind, subject, body: body! } : { kind, days: days! },
  );
