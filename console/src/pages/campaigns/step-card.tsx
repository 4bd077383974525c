import { ActionIcon, Button, NumberInput, Switch, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { versionName } from './campaign-labels.ts';
import classes from './campaigns.module.css';
import {
  bodyProblem,
  type Draft,
  type EmailDraft,
  maxVersions,
  newVersion,
  type StepDraft,
  subjectProblem,
  type Version,
  type WaitDraft,
} from './draft.ts';
import { TagField } from './tag-field.tsx';

interface StepProps<Step = StepDraft> {
  draft: Draft;
  step: Step;
  readOnly: boolean;
  onChange: (step: Step, field?: string) => void;
}

interface CardProps extends StepProps {
  title: string;
  isCurrent: boolean;
  /** Whether it was added last. Its subject gets the focus. */
  isAdded: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  /** The version that has the focus. */
  onFocus: (version: number) => void;
}

/** One step with its fields, and buttons to move or remove it. */
export function StepCard({
  title,
  isCurrent,
  isAdded,
  onMove,
  onRemove,
  onFocus,
  ...props
}: CardProps) {
  const { draft, step, readOnly } = props;
  const index = draft.indexOf(step);
  return (
    <li className={classes.step} data-current={isCurrent}>
      <div className={classes.stepHead}>
        <h2 className={classes.stepTitle}>{title}</h2>
        {!readOnly && (
          <div className={classes.actions}>
            <StepButton
              label={`Move ${title} up`}
              isDisabled={index === 0}
              icon={<IconArrowUp size={16} />}
              onClick={() => onMove(-1)}
            />
            <StepButton
              label={`Move ${title} down`}
              isDisabled={index === draft.length - 1}
              icon={<IconArrowDown size={16} />}
              onClick={() => onMove(1)}
            />
            <StepButton
              label={`Remove ${title}`}
              isDisabled={false}
              icon={<IconTrash size={16} />}
              onClick={onRemove}
            />
          </div>
        )}
      </div>
      {step.kind === 'wait' ? (
        <WaitFields {...props} step={step} />
      ) : (
        <EmailFields {...props} step={step} isAdded={isAdded} onFocus={onFocus} />
      )}
    </li>
  );
}

interface ButtonProps {
  label: string;
  isDisabled: boolean;
  icon: React.ReactNode;
  onClick: () => void;
}

const StepButton = ({ label, isDisabled, icon, onClick }: ButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon
      variant="subtle"
      color="muted"
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  </Tooltip>
);

function WaitFields({ step, readOnly, onChange }: StepProps<WaitDraft>) {
  // Also a value that is not a number of days yet, such as an empty field.
  const [typed, setTyped] = useState<number | string | null>(null);
  const type = (days: number | string) => {
    setTyped(days);
    if (isDays(days)) onChange({ ...step, days }, `${step.key} days`);
  };
  return (
    <div className={classes.wait}>
      <NumberInput
        label="Days"
        w={96}
        min={1}
        max={90}
        clampBehavior="strict"
        readOnly={readOnly}
        value={typed ?? step.days}
        onChange={type}
        onBlur={() => setTyped(null)}
      />
      <Switch
        label="Count only working days"
        checked={step.workingDays}
        disabled={readOnly}
        onChange={(event) => onChange({ ...step, workingDays: event.currentTarget.checked })}
      />
    </div>
  );
}

const isDays = (days: number | string): days is number =>
  Number.isInteger(days) && Number(days) >= 1 && Number(days) <= 90;

interface EmailProps extends StepProps<EmailDraft> {
  isAdded: boolean;
  onFocus: (version: number) => void;
}

function EmailFields({ draft, step, readOnly, isAdded, onChange, onFocus }: EmailProps) {
  const { versions } = step;
  const hasSeveral = versions.length > 1;
  const isFirst = draft.find(({ kind }) => kind === 'email') === step;
  const replace = (index: number, version: Version, field: string) =>
    onChange(
      { ...step, versions: versions.with(index, version) as EmailDraft['versions'] },
      `${version.key} ${field}`,
    );
  const setVersions = (next: Version[]) =>
    onChange({ ...step, versions: next as EmailDraft['versions'] });
  return (
    <>
      {versions.map((version, index) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only notes which text is edited
        <div
          key={version.key}
          className={index === 0 ? classes.fields : `${classes.fields} ${classes.version}`}
          onFocus={() => onFocus(index)}
        >
          {hasSeveral && (
            <div className={classes.stepHead}>
              <strong>{versionName(index)}</strong>
              {index > 0 && !readOnly && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  color="danger"
                  onClick={() => setVersions(versions.toSpliced(index, 1))}
                >
                  Remove {versionName(index)}
                </Button>
              )}
            </div>
          )}
          <TagField
            label={hasSeveral ? `Subject of version ${'ABCDE'.charAt(index)}` : 'Subject'}
            placeholder={subjectHint(isFirst, index)}
            takesFocus={isAdded && index === 0}
            readOnly={readOnly}
            value={version.subject}
            onChange={(subject) => replace(index, { ...version, subject }, 'subject')}
            error={readOnly ? null : subjectProblem(draft, step, index)}
          />
          <TagField
            label={hasSeveral ? `Text of version ${'ABCDE'.charAt(index)}` : 'Text'}
            multiline
            readOnly={readOnly}
            value={version.body}
            onChange={(body) => replace(index, { ...version, body }, 'body')}
            error={readOnly ? null : bodyProblem(version)}
          />
        </div>
      ))}
      {!readOnly && versions.length < maxVersions && (
        <Button
          mt="sm"
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => setVersions([...versions, newVersion(versions[0].body)])}
        >
          Add version to compare (A/B)
        </Button>
      )}
    </>
  );
}

function subjectHint(isFirst: boolean, version: number): string {
  if (version > 0) return 'Leave blank to use the subject of version A';
  return isFirst ? '' : 'Leave blank to reply in the same conversation';
}
