import type { Outcrop } from '@outcrop/client';
import type { Lead, ResponseData } from '@outcrop/contract';
import type { Save, SaveOutcome, SaveStep } from './save.ts';

type LeadResult = ResponseData<'postLeads'>['results'][number];

/** Sends one step of a save, and returns the save as it is afterwards. */
export async function sendStep(client: Outcrop, save: Save, position: number): Promise<Save> {
  const step = save.steps[position]!;
  const options = { idempotencyKey: `${save.idempotencyKey}-${position}` };
  const { prospectIds } = save;
  switch (step.kind) {
    case 'people': {
      const { leads, listName, sourceType, onMatch } = save;
      const body = { leads, sourceType, onMatch, ...(listName && { listName }) };
      const data = await client.write('postLeads', body, options);
      return {
        ...withStep(
          save,
          position,
          data.prospectIds.length > 0 ? 'done' : 'failed',
          peopleText(data),
        ),
        prospectIds: data.prospectIds,
        outcomes: data.results.map((result) => outcomeOf(result, leads[result.index]!)),
      };
    }
    case 'tag': {
      const data = await client.write(
        'postBulk',
        { action: 'tag', tagName: step.name, prospectIds, ignoreMissing: true },
        options,
      );
      return withStep(save, position, 'done', data.affected > 0 ? 'Tagged.' : 'Already tagged.');
    }
    case 'campaign': {
      const data = await client.write(
        'postCampaigns',
        { campaignId: save.campaignId, prospectIds, ignoreMissing: true },
        options,
      );
      const reasons = new Set(data.results.flatMap(({ reason }) => (reason ? [reason] : [])));
      const skipped = [...reasons].map((reason) => skipTexts[reason] ?? reason).join(', ');
      if (skipped === skipTexts['already_enrolled'])
        return withStep(save, position, 'done', 'Already enrolled.');
      return data.enrolled === 0
        ? withStep(save, position, 'failed', `Not enrolled: ${skipped}.`)
        : withStep(
            save,
            position,
            'done',
            data.skipped > 0
              ? `${data.enrolled} enrolled, ${data.skipped} skipped: ${skipped}.`
              : 'Enrolled.',
          );
    }
    case 'enrichment': {
      const data = await client.write('postEnrich', { prospectIds, ignoreMissing: true }, options);
      return withStep(save, position, 'done', data.queued > 0 ? 'Queued.' : 'Already queued.');
    }
  }
}

export const withStep = (
  save: Save,
  position: number,
  status: SaveStep['status'],
  outcome: string,
): Save => ({
  ...save,
  steps: save.steps.map((step, index) =>
    index === position ? { ...step, status, outcome } : step,
  ),
});

const skipTexts: Record<string, string> = {
  already_enrolled: 'already enrolled',
  suppressed: 'do not contact',
  stopped: 'stopped before',
  unsubscribed: 'unsubscribed',
  no_email: 'no email address',
  bounced: 'email bounced',
  missing_values: 'missing values that an email needs',
};

const counted = (count: number, text: string): string[] => (count > 0 ? [`${count} ${text}`] : []);

function peopleText({
  inserted,
  updated,
  skipped,
  failed,
  quotaBlocked,
}: ResponseData<'postLeads'>) {
  const parts = [
    ...counted(inserted, 'added'),
    ...counted(updated, 'updated'),
    ...counted(skipped, 'unchanged'),
    ...counted(failed, 'not saved'),
    ...counted(quotaBlocked, 'over the monthly quota'),
  ];
  return `${parts.join(', ')}.`;
}

const fieldNames: Record<keyof Lead, string> = {
  fullName: 'name',
  firstName: 'first name',
  lastName: 'last name',
  title: 'title',
  companyName: 'company',
  linkedinUrl: 'LinkedIn',
  website: 'website',
  email: 'email',
  phone: 'phone',
  locationName: 'location',
};

function outcomeOf(result: LeadResult, lead: Lead): SaveOutcome {
  const name = lead.fullName ?? [lead.firstName, lead.lastName].filter(Boolean).join(' ');
  const who = name || lead.email || lead.linkedinUrl || '';
  return {
    status: result.status,
    text: `${who}: ${textOf(result)}`,
    prospectId: result.prospectId ?? null,
    conflictIds: result.conflictIds ?? [],
    doNotContact: result.doNotContact ?? false,
  };
}

function textOf({ status, reason, changed = [], ignored = [] }: LeadResult): string {
  const kept = ignored
    .filter((field) => field !== 'website')
    .map((field) => fieldNames[field])
    .join(' and ');
  const note =
    (kept && `; the stored ${kept} stays`) +
    (ignored.includes('website') ? '; the website is not http or https, so it is not stored' : '');
  switch (status) {
    case 'inserted':
      return `added${note}`;
    case 'updated':
      return changed.length > 0
        ? `updated ${changed.map((field) => fieldNames[field]).join(', ')}${note}`
        : `added to the list${note}`;
    case 'skipped':
      return reason === 'repeated' ? 'same person as another' : `already there, unchanged${note}`;
    case 'quota_blocked':
      return 'not saved: the monthly import quota is used up';
    case 'failed':
      return reason === 'identity_conflict'
        ? 'not saved: the email belongs to one prospect and the LinkedIn profile to another'
        : 'not saved: something in it is invalid';
  }
}
