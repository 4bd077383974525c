import { Alert } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import type { Variable } from '@outcrop/contract/merge-tags';
import { IconCircleCheck, IconListCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatNumber } from '../../components/format.ts';
import { Section } from '../../components/page-header.tsx';
import { ProspectLink } from '../../features/prospect-dialogs/prospect-link.tsx';
import { type Campaign, stepName } from './campaign-labels.ts';
import classes from './campaigns.module.css';
import { variableLabels } from './draft.ts';
import { PersonPreview } from './person-preview.tsx';
import { ProspectChoice } from './prospect-choice.tsx';

type Result = Pick<ManageData<'postCampaignRehearsal'>, 'checked' | 'broken' | 'problems'>;
type Problem = Result['problems'][number];

const route = getRouteApi('/w/$workspaceId/campaigns/$campaignId');

/** Checks the next email of everyone, and shows all emails of one person. Nothing is sent. */
export function Rehearsal({ campaign }: { campaign: Campaign }) {
  const { preview } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (prospectId: string) =>
    void navigate({
      search: { tab: 'rehearsal', preview: prospectId },
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <Everyone campaign={campaign} />
      <Section title="All emails of one person">
        <ProspectChoice campaignId={campaign.id} value={preview ?? null} onChange={show} />
        {preview && <PersonPreview campaign={campaign} prospectId={preview} />}
      </Section>
    </>
  );
}

function Everyone({ campaign }: { campaign: Campaign }) {
  const role = useDisabledReason('member');
  const rehearse = useWrite('postCampaignRehearsal');
  const [result, setResult] = useState<Result | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async () => {
    setRunning(true);
    setError(null);
    setResult(null);
    try {
      let [cursor, sum] = [
        null as string | null,
        { checked: 0, broken: 0, problems: [] } as Result,
      ];
      do {
        const page = await rehearse.mutateAsync({
          params: { campaignId: campaign.id },
          query: cursor ? { cursor } : {},
          body: {},
        });
        sum = {
          checked: sum.checked + page.checked,
          broken: sum.broken + page.broken,
          problems: [...sum.problems, ...page.problems].slice(0, maxShown),
        };
        setResult(sum);
        cursor = page.nextCursor;
      } while (cursor);
    } catch (failure) {
      setError(failure);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Section
      title="Next email of everyone"
      action={
        <ActionButton
          leftSection={<IconListCheck size={16} />}
          disabledReason={role ?? (campaign.enrolled === 0 ? 'Enroll people first.' : null)}
          loading={isRunning}
          onClick={() => void run()}
        >
          Rehearse
        </ActionButton>
      }
    >
      <p className={classes.secondary}>
        Writes the next email of everyone who is enrolled, without sending it, and lists those that
        cannot leave.
      </p>
      <FailureNote error={error} />
      {result && <Outcome campaign={campaign} result={result} isRunning={isRunning} />}
    </Section>
  );
}

const maxShown = 1_000;

interface OutcomeProps {
  campaign: Campaign;
  result: Result;
  isRunning: boolean;
}

function Outcome({ campaign, result: { checked, broken, problems }, isRunning }: OutcomeProps) {
  return (
    <div role="status">
      <dl className={classes.figures}>
        <div>
          <dt>{isRunning ? 'Checked so far' : 'Checked'}</dt>
          <dd>{formatNumber(checked)}</dd>
        </div>
        <div>
          <dt>Ready</dt>
          <dd>{formatNumber(checked - broken)}</dd>
        </div>
        <div>
          <dt>Cannot be sent</dt>
          <dd>{formatNumber(broken)}</dd>
        </div>
      </dl>
      {broken === 0 && !isRunning && (
        <Alert color="ok" variant="light" icon={<IconCircleCheck />}>
          {checked === 0 ? 'No one is waiting for an email.' : 'Every email has all that it needs.'}
        </Alert>
      )}
      {problems.length > 0 && (
        <DataTable
          label="Emails that cannot be sent"
          rows={problems}
          keyOf={({ prospectId }) => prospectId}
          columns={[
            {
              title: 'Person',
              cell: ({ prospectId, prospectName }) => (
                <ProspectLink id={prospectId}>{prospectName ?? 'No name'}</ProspectLink>
              ),
            },
            { title: 'Email', cell: ({ stepId }) => stepName(campaign, stepId) },
            { title: 'Problem', cell: problemText },
            { title: 'What to do', grow: true, cell: cureText },
          ]}
        />
      )}
    </div>
  );
}

const names = (missing: Variable[]): string =>
  new Intl.ListFormat('en').format(missing.map((each) => variableLabels[each].toLowerCase()));

const problemText = ({ hasEmail, missing }: Problem): string =>
  hasEmail ? `No ${names(missing)}` : 'No email address';

const cureText = ({ hasEmail, missing }: Problem): string =>
  hasEmail
    ? `Fill in the ${names(missing)}, or add a fallback to the email.`
    : 'Add an email address, or stop writing to this person.';
