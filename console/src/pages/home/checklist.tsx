import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { Role } from '@outcrop/contract';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useDisabledReason } from '../../api/roles.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge } from '../../components/badge.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import classes from './home.module.css';
import { completedSteps, type Step } from './steps.ts';
import { useWorkspaceProgress } from './use-workspace-progress.ts';

/** Steps may be completed elsewhere, for example in a terminal. */
const pollMs = 3_000;

interface StepText {
  title: string;
  description: string;
  verb: string;
  to: 'settings/api' | 'prospects' | 'prospects/import';
  role: Role;
}

const steps: Record<Step, StepText> = {
  token: {
    title: 'Create an API token',
    description: 'Connect your tools to this workspace.',
    verb: 'Create token',
    to: 'settings/api',
    role: 'viewer',
  },
  call: {
    title: 'Make your first API call',
    description: 'Copy and run an example call. It appears here within 30 seconds.',
    verb: 'View examples',
    to: 'settings/api',
    role: 'viewer',
  },
  people: {
    title: 'Add your first prospects',
    description: 'Import a CSV file, add them by hand, or use the API.',
    verb: 'Import prospects',
    to: 'prospects/import',
    role: 'member',
  },
  list: {
    title: 'Add prospects to a list',
    description: 'Group prospects into lists.',
    verb: 'Select prospects',
    to: 'prospects',
    role: 'member',
  },
  enrich: {
    title: 'Enrich a prospect',
    description: 'Let AI research a prospect or write an opening line.',
    verb: 'Select prospects',
    to: 'prospects',
    role: 'member',
  },
};
const order = Object.keys(steps) as Step[];

/** The first steps in a new workspace. It can be hidden once all are done. */
export function Checklist() {
  const [isHidden, setHidden] = useLocalStorage({
    key: `outcrop-checklist-hidden-${useWorkspaceId()}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return isHidden ? null : <VisibleChecklist onHide={() => setHidden(true)} />;
}

function VisibleChecklist({ onHide }: { onHide: () => void }) {
  return (
    <QueryBoundary query={useWorkspaceProgress(false)} what="the checklist">
      {(progress) => {
        const completed = completedSteps(progress);
        return order.every((step) => completed[step]) ? (
          <Panel>
            <div className={classes.allDone}>
              <Badge icon={IconCircleCheck} color="ok">
                Setup complete
              </Badge>
              <Button size="compact-sm" variant="default" onClick={onHide}>
                Hide
              </Button>
            </div>
          </Panel>
        ) : (
          <OpenSteps completed={completed} />
        );
      }}
    </QueryBoundary>
  );
}

function OpenSteps({ completed }: { completed: Record<Step, boolean> }) {
  useWorkspaceProgress(pollMs);
  const next = order.find((step) => !completed[step]);
  const done = order.filter((step) => completed[step]).length;
  return (
    <Section title={`Get started · ${done} of ${order.length}`}>
      <Panel>
        <ol className={classes.steps}>
          {order.map((step) => (
            <li key={step} className={classes.step}>
              <div>
                <h3 className={classes.stepTitle}>{steps[step].title}</h3>
                <p className={classes.description}>{steps[step].description}</p>
              </div>
              {completed[step] ? (
                <Badge icon={IconCircleCheck} color="ok">
                  Done
                </Badge>
              ) : (
                <div className={classes.open}>
                  <Badge icon={IconCircle} color="muted">
                    To do
                  </Badge>
                  <StepAction {...steps[step]} isNext={step === next} />
                </div>
              )}
            </li>
          ))}
        </ol>
      </Panel>
    </Section>
  );
}

/** Links to where the step is completed, or says why the user can’t complete it. */
function StepAction({ verb, to, role, isNext }: StepText & { isNext: boolean }) {
  const workspaceId = useWorkspaceId();
  const reason = useDisabledReason(role);
  const look = { size: 'compact-md', variant: isNext ? 'filled' : 'default' };
  if (reason !== null)
    return (
      <ActionButton {...look} disabledReason={reason}>
        {verb}
      </ActionButton>
    );
  return (
    <ButtonLink {...look} to={`/w/$workspaceId/${to}`} params={{ workspaceId }}>
      {verb}
    </ButtonLink>
  );
}
