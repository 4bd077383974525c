import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { Role } from '@outcrop/contract';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useReasonAgainst } from '../../api/roles.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Mark } from '../../parts/mark.tsx';
import { Section } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import classes from './home.module.css';
import { type Step, stepsTaken } from './steps.ts';
import { useStanding } from './use-standing.ts';

/** How often it is looked whether a step was taken elsewhere: in a terminal, or by someone else. */
const lookMs = 3_000;

interface StepWords {
  title: string;
  why: string;
  verb: string;
  to: 'settings/api' | 'prospects' | 'prospects/import';
  role: Role;
}

const steps: Record<Step, StepWords> = {
  token: {
    title: 'Create an API token',
    why: 'It lets the extension or a program act for you.',
    verb: 'Create a token',
    to: 'settings/api',
    role: 'viewer',
  },
  call: {
    title: 'Make the first call',
    why: 'Each new token comes with calls to copy and run. It shows here within half a minute.',
    verb: 'See how',
    to: 'settings/api',
    role: 'viewer',
  },
  people: {
    title: 'Add your first people',
    why: 'From a CSV file, by hand, or by the API.',
    verb: 'Import people',
    to: 'prospects/import',
    role: 'member',
  },
  list: {
    title: 'Put people on a list',
    why: 'Lists keep those together whom you work on together.',
    verb: 'Choose people',
    to: 'prospects',
    role: 'member',
  },
  enrich: {
    title: 'Enrich somebody',
    why: 'Research finds out more about them, or writes a first line.',
    verb: 'Choose somebody',
    to: 'prospects',
    role: 'member',
  },
};
const order = Object.keys(steps) as Step[];

/** What a new workspace does first. Once all of it is done, it can be put away for good. */
export function Checklist() {
  const [isHidden, setHidden] = useLocalStorage({
    key: `outcrop-checklist-hidden-${useWorkspaceId()}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return isHidden ? null : <Shown onHide={() => setHidden(true)} />;
}

function Shown({ onHide }: { onHide: () => void }) {
  return (
    <Loaded query={useStanding(false)} what="the first steps">
      {(standing) => {
        const taken = stepsTaken(standing);
        return order.every((step) => taken[step]) ? (
          <Panel>
            <div className={classes.allDone}>
              <Mark icon={IconCircleCheck} color="ok">
                All first steps are done
              </Mark>
              <Button size="compact-sm" variant="default" onClick={onHide}>
                Hide
              </Button>
            </div>
          </Panel>
        ) : (
          <OpenSteps taken={taken} />
        );
      }}
    </Loaded>
  );
}

function OpenSteps({ taken }: { taken: Record<Step, boolean> }) {
  useStanding(lookMs);
  const next = order.find((step) => !taken[step]);
  const done = order.filter((step) => taken[step]).length;
  return (
    <Section title={`First steps: ${done} of ${order.length} done`}>
      <Panel>
        <ol className={classes.steps}>
          {order.map((step) => (
            <li key={step} className={classes.step}>
              <div>
                <h3 className={classes.stepTitle}>{steps[step].title}</h3>
                <p className={classes.why}>{steps[step].why}</p>
              </div>
              {taken[step] ? (
                <Mark icon={IconCircleCheck} color="ok">
                  Done
                </Mark>
              ) : (
                <div className={classes.open}>
                  <Mark icon={IconCircle} color="muted">
                    To do
                  </Mark>
                  <Way {...steps[step]} isNext={step === next} />
                </div>
              )}
            </li>
          ))}
        </ol>
      </Panel>
    </Section>
  );
}

/** Leads to where a step is taken, or says who can take it. */
function Way({ verb, to, role, isNext }: StepWords & { isNext: boolean }) {
  const workspaceId = useWorkspaceId();
  const reason = useReasonAgainst(role);
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
