import type { Lead, RequestBody } from '@outcrop/contract';

export type SourceType = NonNullable<RequestBody<'postLeads'>['sourceType']>;

type StepStatus = 'waiting' | 'done' | 'failed';
export interface SaveStep {
  kind: 'people' | 'tag' | 'campaign' | 'enrichment';
  /** The name of the tag or campaign. */
  name: string;
  status: StepStatus;
  /** Its outcome, as a sentence. */
  outcome: string;
}

/** How one person was saved. */
export interface SaveOutcome {
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
  steps: SaveStep[];
  prospectIds: string[];
  outcomes: SaveOutcome[];
  /** `stopped`: the server refused it or a part of it, until the user corrects, repeats or discards it. */
  status: 'waiting' | 'stopped' | 'done';
  problem: SaveProblem | null;
}

export interface SaveProblem {
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

const step = (kind: SaveStep['kind'], name: string): SaveStep => ({
  kind,
  name,
  status: 'waiting',
  outcome: '',
});

const isRefused = ({ status }: SaveOutcome): boolean =>
  status === 'failed' || status === 'quota_blocked';

/** Whether something of a sent save is missing on the server. */
export const isIncomplete = ({ steps, outcomes }: Save): boolean =>
  steps.some(({ status }) => status === 'failed') || outcomes.some(isRefused);

/** Whether other values may help, and not only another attempt. */
export const canFix = ({ status, problem, outcomes }: Save): boolean =>
  status === 'stopped' && (problem !== null || outcomes.some((each) => each.status === 'failed'));

/** The people who were not saved. */
export const refusedLeads = ({ leads, outcomes, prospectIds }: Save): Lead[] =>
  prospectIds.length === 0 ? leads : leads.filter((_, index) => isRefused(outcomes[index]!));

/**
 * What is sent when the user tries again, the one to show first. Refused people become a save of their
 * own: what was done for the others is not repeated. With new keys, because the server keeps refusals too.
 */
export function repeatSave(save: Save, leads = refusedLeads(save)): Save[] {
  const waiting = () =>
    ({ status: 'waiting', problem: null, idempotencyKey: crypto.randomUUID() }) as const;
  const refused: Save = {
    ...save,
    ...waiting(),
    leads,
    prospectIds: [],
    outcomes: [],
    steps: save.steps.map(again),
  };
  if (save.prospectIds.length === 0) return [refused];
  const rest: Save = {
    ...save,
    ...waiting(),
    leads: save.leads.filter((_, index) => !isRefused(save.outcomes[index]!)),
    outcomes: save.outcomes.filter((each) => !isRefused(each)),
    steps: save.steps.map((each) => (each.status === 'failed' ? again(each) : each)),
  };
  return leads.length === 0
    ? [rest]
    : [{ ...refused, id: crypto.randomUUID(), createdAt: Date.now() }, rest];
}

const again = ({ kind, name }: SaveStep): SaveStep => step(kind, name);
