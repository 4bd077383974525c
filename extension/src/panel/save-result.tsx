import { useEffect, useRef } from 'react';
import { changeSave, changeSaves } from '../outbox/outbox.ts';
import type { OutboxPause } from '../outbox/outbox-rules.ts';
import { canFix, isIncomplete, repeatSave, type Save, type SaveStep } from '../outbox/save.ts';
import type { Connection } from '../store/connection.ts';
import { Button, Notice } from './controls.tsx';
import { problemText } from './lead-form.ts';

/** The outcome of one save, step by step. */
export function SaveResult({
  save,
  pause,
  connection,
  onFix,
  onRepeated,
  onBack,
  onDone,
}: {
  save: Save;
  pause: OutboxPause | null;
  connection: Connection;
  onFix: () => void;
  onRepeated: (save: Save) => void;
  onBack: () => void;
  onDone: () => void;
}) {
  const { title, tone } = headingOf(save, pause);
  const isSaved = save.prospectIds.length > 0 && save.status !== 'waiting';
  const canTryAgain = save.status === 'stopped' && !canFix(save);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone: the keyboard continues here.
  useEffect(() => heading.current?.focus(), []);
  const tryAgain = async () => {
    const saves = repeatSave(save);
    await changeSaves(saves);
    // The button is gone, too.
    heading.current?.focus();
    onRepeated(saves[0]!);
    await chrome.runtime.sendMessage('deliver');
  };
  const done = async () => {
    // The user has seen what is missing.
    if (save.status === 'stopped') await changeSave({ ...save, status: 'done' });
    onDone();
  };
  return (
    <section>
      <h1 className="visually-hidden" tabIndex={-1} ref={heading}>
        Result
      </h1>
      <Notice tone={tone} title={title}>
        {save.status === 'waiting' && pause && (
          <p>It is stored, and is sent as soon as possible.</p>
        )}
        {save.problem && <p>{problemText(save.problem)}</p>}
        {canTryAgain && isSaved && (
          <p>Try the failed steps again, or open the person below to do them in the console.</p>
        )}
        {save.status === 'stopped' && (
          <p>
            {isSaved
              ? 'Choose Done to leave it as it is.'
              : 'It stays in the outbox until you discard it.'}
          </p>
        )}
      </Notice>
      <ul aria-label="Steps">
        {save.steps.map((step) => (
          <li key={`${step.kind} ${step.name}`} className="step" data-status={step.status}>
            <span aria-hidden="true">{marks[step.status]}</span>
            <span>
              {stepLabel(step, save)}
              <span className="visually-hidden">: {statusLabels[step.status]}</span>
              {step.outcome && <span className="hint block">{step.outcome}</span>}
            </span>
          </li>
        ))}
      </ul>
      {save.outcomes.length > 0 && (
        <ul aria-label="People">
          {save.outcomes.map((outcome, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the outcomes of a save keep their order
            <li key={index}>
              {outcome.prospectId ? (
                <a
                  href={consoleUrl(connection, outcome.prospectId)}
                  target="_blank"
                  rel="noreferrer"
                >
                  {outcome.text}
                </a>
              ) : (
                outcome.text
              )}
              {outcome.doNotContact && <span className="hint block">Do not contact</span>}
              {outcome.conflictIds.length === 2 && (
                <a
                  className="block"
                  href={mergeUrl(connection, outcome.conflictIds)}
                  target="_blank"
                  rel="noreferrer"
                >
                  Compare and merge the two prospects
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        {canFix(save) && (
          <Button kind="main" onClick={onFix}>
            Fix
          </Button>
        )}
        {canTryAgain && (
          <Button kind="main" onClick={() => void tryAgain()}>
            Try again
          </Button>
        )}
        {isSaved ? (
          <Button onClick={() => void done()}>Done</Button>
        ) : (
          <Button onClick={onBack}>Back to the page</Button>
        )}
      </div>
    </section>
  );
}

const marks: Record<SaveStep['status'], string> = { waiting: '○', done: '✓', failed: '✕' };
const statusLabels: Record<SaveStep['status'], string> = {
  waiting: 'waiting',
  done: 'done',
  failed: 'failed',
};

function headingOf(save: Save, pause: OutboxPause | null) {
  if (save.status === 'waiting')
    return { title: pause ? 'Waiting to be sent' : 'Saving…', tone: 'info' } as const;
  if (save.prospectIds.length === 0) return { title: 'Not saved', tone: 'danger' } as const;
  return isIncomplete(save)
    ? ({ title: 'Saved in part', tone: 'warn' } as const)
    : ({ title: 'Saved', tone: 'ok' } as const);
}

function stepLabel({ kind, name }: SaveStep, { leads }: Save): string {
  const people = leads.length > 1 ? `${leads.length} people` : 'person';
  switch (kind) {
    case 'people':
      return name ? `Save ${people} to ${name}` : `Save ${people}`;
    case 'tag':
      return `Tag ${name}`;
    case 'campaign':
      return `Enroll in ${name}`;
    case 'enrichment':
      return 'Enrich';
  }
}

const consoleUrl = ({ origin, workspace }: Connection, prospectId: string): string =>
  `${origin}/w/${workspace.id}/prospects?prospect=${prospectId}`;

const mergeUrl = ({ origin, workspace }: Connection, [keep, remove]: string[]): string =>
  `${origin}/w/${workspace.id}/prospects/merge?keep=${keep}&remove=${remove}`;
