import type { Lead, RequestBody } from '@outcrop/contract';

export type SourceType = NonNullable<RequestBody<'postLeads'>['sourceType']>;

type StepStatus = 'waiting' | 'done' | 'failed';
export interface Step {
  kind: 'people' | 'tag' | 'campaign' | 'enrichment';
  /** The name of the tag or campaign. */
  name: string;
  status: StepStatus;
  /** What came of it, as a sentence. */
  outcome: string;
}

/** How one person was saved. */
export interface Outcome {
  status: 'inserted' | 'updated' | 'skipped' | 'failed' | 'quota_blocked';
  text: string;
  prospectId: string | null;
  conflictIds: string[];
  doNotContact: boolean;
}

/** One click on Save. It is stored before anything is sent. */
export interface Save {
  id: string;
  /** Sent with every request, so that a repeated request changes nothing. New after a correction. */
  idempotencyKey: string;
  workspaceId: string;
  createdAt: number;
  leads: Lead[];
  sourceType: SourceType;
  onMatch: 'overwrite' | 'fill';
  listName: string;
  campaignId: string;
  steps: Step[];
  prospectIds: string[];
  outcomes: Outcome[];
  /** `stopped`: the server refused it, and the user must correct or discard it. */
  status: 'waiting' | 'stopped' | 'done';
  problem: Problem | null;
}

export interface Problem {
  code: string;
  message: string;
  fieldErrors: Record<string, string[]>;
  correlationId: string;
}

export interface SaveChoices {
  listName: string;
  tags: string[];
  campaign: { id: string; name: string } | null;
  enrich: boolean;
}

export const newSave = (
  workspaceId: string,
  people: Pick<Save, 'leads' | 'sourceType' | 'onMatch'>,
  { listName, tags, campaign, enrich }: SaveChoices,
): Save => ({
  ...people,
  id: crypto.randomUUID(),
  idempotencyKey: crypto.randomUUID(),
  workspaceId,
  createdAt: Date.now(),
  listName,
  campaignId: campaign?.id ?? '',
  steps: [
    step('people', listName),
    ...tags.map((tag) => step('tag', tag)),
    ...(campaign ? [step('campaign', campaign.name)] : []),
    ...(enrich ? [step('enrichment', '')] : []),
  ],
  prospectIds: [],
  outcomes: [],
  status: 'waiting',
  problem: null,
});

const step = (kind: Step['kind'], name: string): Step => ({
  kind,
  name,
  status: 'waiting',
  outcome: '',
});

/** The same save with its failed steps waiting. With a new key, because the server keeps refusals too. */
export const withFailedStepsAgain = (save: Save): Save => ({
  ...save,
  idempotencyKey: crypto.randomUUID(),
  status: 'waiting',
  steps: save.steps.map((each) =>
    each.status === 'failed' ? { ...each, status: 'waiting', outcome: '' } : each,
  ),
});
