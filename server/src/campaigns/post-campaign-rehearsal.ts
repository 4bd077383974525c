import { type ManageResult, maxRehearsalProblems, maxRehearsed } from '@outcrop/contract';
import { type MergeVariable, requiredVariables } from '@outcrop/contract/merge-tags';
import { selectSequences } from '../core/campaigns/campaign-steps.sql.ts';
import { type CampaignSequence, nextStep } from '../core/campaigns/step-rules.ts';
import { type EmailTemplate, variantOf } from '../core/campaigns/variant-rules.ts';
import { mergeTagValuesOf, unknownSender } from '../core/sending/merge-tag-value-rules.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { readValueCursor, writeValueCursor } from '../platform/cursor.ts';
import { notFound } from '../platform/error.ts';
import { selectCampaign } from './campaigns.sql.ts';
import {
  type RehearsedProspect,
  selectSenderName,
  selectUnfinishedProspects,
} from './rehearsal.sql.ts';

type RehearsalProblem = ManageResult<'postCampaignRehearsal'>['problems'][number];

const pageSize = 500;

/** Lists enrolled prospects whose next email cannot be sent. */
export async function postCampaignRehearsal(
  call: ManageCall<'postCampaignRehearsal'>,
): Promise<ManageResult<'postCampaignRehearsal'>> {
  const { tx, query } = call;
  const { campaignId } = call.params;
  const [campaign, sequences, senderName] = await Promise.all([
    selectCampaign(tx, campaignId),
    selectSequences(tx, [campaignId]),
    selectSenderName(tx, campaignId),
  ]);
  if (!campaign) throw notFound('campaign', campaignId);
  const sequence = sequences.get(campaignId)!;
  const requiredVariablesOf = createVariableLookup(campaign.footer);
  const filters = { campaignId };
  let after =
    query.cursor === undefined ? null : readValueCursor(query.cursor, filters, () => true).id;

  let [checked, hasMore] = [0, true];
  const problems: RehearsalProblem[] = [];
  for (
    let read = 0;
    hasMore && read < maxRehearsed && problems.length <= maxRehearsalProblems - pageSize;
    read += pageSize
  ) {
    const page = await selectUnfinishedProspects(tx, campaignId, { after, limit: pageSize + 1 });
    const prospects = page.slice(0, pageSize);
    hasMore = page.length > pageSize;
    after = prospects.at(-1)?.prospectId ?? after;
    for (const prospect of prospects) {
      const next = nextEmail(sequence, prospect);
      if (!next) continue;
      checked++;
      const values = mergeTagValuesOf(prospect, prospect.senderName ?? senderName ?? unknownSender);
      const missing = requiredVariablesOf(next.template).filter((variable) => !values[variable]);
      const hasEmail = prospect.email !== null;
      if (missing.length > 0 || !hasEmail)
        problems.push({
          prospectId: prospect.prospectId,
          prospectName: values.fullName || prospect.email,
          stepId: next.stepId,
          variantId: next.template.variantId,
          missing,
          hasEmail,
        });
    }
  }
  return {
    checked,
    broken: problems.length,
    problems,
    nextCursor: hasMore ? writeValueCursor({ value: '', id: after! }, filters) : null,
  };
}

function nextEmail({ steps, removed }: CampaignSequence, prospect: RehearsedProspect) {
  const step = nextStep(steps, removed, prospect.stepId, prospect.sentStepIds);
  return step && { stepId: step.id, template: variantOf(step, prospect.prospectId) };
}

/** Parses each text only once. */
function createVariableLookup(footer: string | null): (template: EmailTemplate) => MergeVariable[] {
  const known = new Map<string, MergeVariable[]>();
  const requiredIn = (text: string): MergeVariable[] => {
    const variables = known.get(text) ?? requiredVariables(text);
    known.set(text, variables);
    return variables;
  };
  return ({ subject, body }) => [
    ...new Set([subject ?? '', body, footer ?? ''].flatMap((text) => requiredIn(text))),
  ];
}
