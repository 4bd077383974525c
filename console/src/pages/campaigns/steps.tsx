import { Alert, Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconClock,
  IconInfoCircle,
  IconMail,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { EmptyState } from '../../components/states.tsx';
import type { Campaign } from './campaign-labels.ts';
import classes from './campaigns.module.css';
import {
  bodyOf,
  type Draft,
  draftOf,
  firstProblem,
  isSame,
  maxSteps,
  newEmail,
  newWait,
  type StepDraft,
} from './draft.ts';
import { forgetSteps, keepSteps, readKeptSteps } from './kept-steps.ts';
import { LivePreview } from './live-preview.tsx';
import { StepCard } from './step-card.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useDraft } from './use-draft.ts';

interface Props {
  campaign: Campaign;
  /** Called when there are unsaved changes, and when they are saved, undone or discarded. */
  onUnsaved: (isUnsaved: boolean) => void;
  /** Focuses the first email, which is added if there is none. */
  isWritingFirst: boolean;
  onWritingFirst: () => void;
}

/** The editor: steps on the left, what one person gets on the right. */
export function Steps({ campaign, onUnsaved, isWritingFirst, onWritingFirst }: Props) {
  const role = useDisabledReason('member');
  const isEditable = role === null && ['draft', 'paused'].includes(campaign.status);
  const [kept] = useState(() => (isEditable ? readKeptSteps(campaign.id) : null));
  const { draft, change, reset, ...history } = useDraft(kept?.draft ?? draftOf(campaign.steps));
  const [focus, setFocus] = useState<{ key: string; version: number } | null>(null);
  // The email that was added last. Its subject gets the focus.
  const [addedKey, setAddedKey] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const save = useWrite('patchCampaign', ['getCampaign', 'getCampaigns', 'getCampaignPreview']);
  // The steps that the draft started from; someone else may have saved others since.
  const [base, setBase] = useState(kept?.base ?? campaign.steps);
  const isDirty = !isSame(draft, draftOf(base));
  const isStale = !isSame(draftOf(base), draftOf(campaign.steps));
  if (isStale && !isDirty) {
    setBase(campaign.steps);
    reset(draftOf(campaign.steps));
  }
  useEffect(() => {
    onUnsaved(isDirty);
    return () => onUnsaved(false);
  }, [isDirty, onUnsaved]);
  useEffect(() => {
    if (!isEditable) return;
    if (isDirty) keepSteps(campaign.id, { base, draft });
    else forgetSteps(campaign.id);
  }, [isEditable, isDirty, campaign.id, base, draft]);
  const emails = draft.filter((step) => step.kind === 'email');
  const current = emails.find(({ key }) => key === focus?.key) ?? emails[0];

  const replace = (index: number) => (step: StepDraft, field?: string) =>
    change(draft.with(index, step), field ?? null);
  const add = (...steps: StepDraft[]) => change([...draft, ...steps]);
  const addEmail = () => {
    const email = newEmail();
    // A follow-up without a wait would leave at once.
    const needsWait = draft.at(-1)?.kind === 'email' && draft.length < maxSteps - 1;
    add(...(needsWait ? [newWait()] : []), email);
    setAddedKey(email.key);
  };
  const writeFirst = useEffectEvent(() => {
    onWritingFirst();
    if (emails.length === 0) addEmail();
    else list.current?.querySelector<HTMLElement>('[role=textbox]')?.focus();
  });
  useEffect(() => {
    if (isWritingFirst && isEditable) writeFirst();
  }, [isWritingFirst, isEditable]);
  const store = () =>
    save.mutate(
      { params: { campaignId: campaign.id }, body: { steps: bodyOf(draft) } },
      {
        onSuccess: (data) => {
          setBase(data.campaign.steps);
          reset(draftOf(data.campaign.steps));
          notifications.show({ message: 'Steps saved' });
        },
      },
    );
  const addButtons = isEditable && draft.length < maxSteps && (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconMail size={16} />}
        disabled={save.isPending}
        onClick={addEmail}
      >
        {emails.length === 0 ? 'Add email' : 'Add follow-up'}
      </Button>
      <Button
        variant="default"
        leftSection={<IconClock size={16} />}
        disabled={save.isPending}
        onClick={() => add(newWait())}
      >
        Add wait
      </Button>
    </Group>
  );
  return (
    <>
      <UnsavedGuard isDirty={isDirty} onDiscard={() => forgetSteps(campaign.id)} />
      {!isEditable && role === null && (
        <Alert className={classes.notice} color="info" icon={<IconInfoCircle />}>
          {campaign.status === 'archived'
            ? 'Restore the campaign to edit its steps.'
            : 'Pause the campaign to edit its steps. People continue from their current step.'}
        </Alert>
      )}
      {isEditable && (
        <div className={classes.bar}>
          <ActionButton
            disabledReason={saveReason(isDirty, draft)}
            loading={save.isPending}
            onClick={store}
          >
            Save steps
          </ActionButton>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} />}
            disabled={!history.canUndo || save.isPending}
            onClick={history.undo}
          >
            Undo
          </Button>
          <Button
            variant="default"
            leftSection={<IconArrowForwardUp size={16} />}
            disabled={!history.canRedo || save.isPending}
            onClick={history.redo}
          >
            Redo
          </Button>
          {isDirty && (
            <>
              <Button
                variant="subtle"
                disabled={save.isPending}
                onClick={() => {
                  setBase(campaign.steps);
                  change(draftOf(campaign.steps));
                }}
              >
                Discard changes
              </Button>
              <span className={classes.secondary}>Unsaved changes</span>
            </>
          )}
        </div>
      )}
      <FailureNote error={save.error} />
      {isStale && isDirty && !save.isPending && (
        <Alert className={classes.notice} color="warn" icon={<IconInfoCircle />}>
          Someone else changed the steps. Saving replaces their changes; discard yours to see them.
        </Alert>
      )}
      {draft.length === 0 ? (
        <EmptyState title="No emails yet" action={addButtons}>
          Write an email that everyone you enroll gets, with their own name and company.
        </EmptyState>
      ) : (
        // A change during the save would be lost.
        <div className={classes.editor} inert={save.isPending}>
          <div>
            <ol ref={list} className={classes.steps}>
              {draft.map((step, index) => (
                <StepCard
                  key={step.key}
                  draft={draft}
                  step={step}
                  title={titleOf(draft, step)}
                  isCurrent={step === current}
                  isAdded={step.key === addedKey}
                  readOnly={!isEditable}
                  onChange={replace(index)}
                  onMove={(by) => change(moveStep(draft, index, by))}
                  onRemove={() => change(draft.toSpliced(index, 1))}
                  onFocus={(version) => setFocus({ key: step.key, version })}
                />
              ))}
            </ol>
            {addButtons}
          </div>
          {current?.kind === 'email' && (
            <LivePreview
              campaign={campaign}
              draft={draft}
              step={current}
              version={Math.min(focus?.version ?? 0, current.versions.length - 1)}
              title={titleOf(draft, current)}
              isDirty={isDirty}
            />
          )}
        </div>
      )}
    </>
  );
}

function saveReason(isDirty: boolean, draft: Draft): string | null {
  if (!isDirty) return 'All changes are saved.';
  const found = firstProblem(draft);
  return found && `${titleOf(draft, found.step)}: ${found.problem}`;
}

/** "Email 2" or "Wait 1". */
function titleOf(draft: Draft, step: StepDraft): string {
  const sameKind = draft.filter(({ kind }) => kind === step.kind);
  return `${step.kind === 'email' ? 'Email' : 'Wait'} ${sameKind.indexOf(step) + 1}`;
}

function moveStep(draft: Draft, index: number, by: -1 | 1): Draft {
  const [step] = draft.slice(index, index + 1);
  return draft.toSpliced(index, 1).toSpliced(index + by, 0, step!);
}
