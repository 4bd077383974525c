import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { Role } from '@outcrop/contract';
import { atLeast } from '@outcrop/contract/roles';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useWorkspace, useWorkspaceId } from '../../api/session.ts';
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
  to: 'settings/api' | 'settings/members' | 'prospects' | 'prospects/import' | 'pipeline';
  role: Role;
}

const steps: Record<Step, StepText> = {
  people: {
    title: 'Add your first prospects',
    description: 'Import a CSV file, add them by hand, or use the Chrome extension.',
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
  stage: {
    title: 'Move a prospect to another stage',
    description: 'The pipeline shows how far each of them is.',
    verb: 'Open pipeline',
    to: 'pipeline',
    role: 'member',
  },
  enrich: {
    title: 'Enrich a prospect',
    description: 'Let AI research a prospect or write an opening line.',
    verb: 'Select prospects',
    to: 'prospects',
    role: 'member',
  },
  invite: {
    title: 'Invite your team',
    description: 'Colleagues share prospects, notes and follow-ups.',
    verb: 'Invite people',
    to: 'settings/members',
    role: 'admin',
  },
  token: {
    title: 'Create an API token',
    description: 'Connect your tools to this workspace.',
    verb: 'Create token',
    to: 'settings/api',
    role: 'admin',
  },
  call: {
    title: 'Make your first API call',
    description: 'Copy and run an example call. It appears here within 30 seconds.',
    verb: 'View examples',
    to: 'settings/api',
    role: 'admin',
  },
};

/** Two cards: the first for everyone who changes prospects, the second for Admins. */
const cards = {
  start: { title: 'Get started', steps: ['people', 'list', 'stage', 'enrich', 'invite'] },
  connect: { title: 'Connect your tools', steps: ['token', 'call'] },
} satisfies Record<string, { title: string; steps: Step[] }>;
type Card = keyof typeof cards;

/** The first steps in a new workspace. Each user can hide them at any time. */
export const Checklist = () => (
  <>
    <HideableCard card="start" />
    <HideableCard card="connect" />
  </>
);

function HideableCard({ card }: { card: Card }) {
  const { role } = useWorkspace();
  const name = card === 'start' ? '' : `-${card}`;
  const [isHidden, setHidden] = useLocalStorage({
    key: `outcrop-checklist-hidden-${useWorkspaceId()}${name}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const possible = cards[card].steps.filter((step) => atLeast(role, steps[step].role));
  if (isHidden || possible.length === 0) return null;
  return <VisibleCard title={cards[card].title} order={possible} onHide={() => setHidden(true)} />;
}

interface CardProps {
  title: string;
  order: Step[];
  onHide: () => void;
}

function VisibleCard({ title, order, onHide }: CardProps) {
  return (
    <QueryBoundary query={useWorkspaceProgress(false)} what="the checklist">
      {(progress) => {
        const completed = completedSteps(progress);
        return order.every((step) => completed[step]) ? (
          <div className={classes.setUp}>
            <Panel>
              <div className={classes.allDone}>
                <Badge icon={IconCircleCheck} color="ok">
                  {title}: done
                </Badge>
                <HideButton title={title} onHide={onHide} />
              </div>
            </Panel>
          </div>
        ) : (
          <OpenSteps title={title} order={order} completed={completed} onHide={onHide} />
        );
      }}
    </QueryBoundary>
  );
}

const HideButton = ({ title, onHide }: { title: string; onHide: () => void }) => (
  <Button size="compact-sm" variant="default" aria-label={`Hide “${title}”`} onClick={onHide}>
    Hide
  </Button>
);

function OpenSteps({
  title,
  order,
  completed,
  onHide,
}: CardProps & { completed: Record<Step, boolean> }) {
  useWorkspaceProgress(pollMs);
  const next = order.find((step) => !completed[step]);
  const done = order.filter((step) => completed[step]).length;
  return (
    <Section
      title={`${title} · ${done} of ${order.length}`}
      action={<HideButton title={title} onHide={onHide} />}
    >
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

/** Links to where the step is completed. */
function StepAction({ verb, to, isNext }: StepText & { isNext: boolean }) {
  const workspaceId = useWorkspaceId();
  const look = { size: 'compact-md', variant: isNext ? 'filled' : 'default' };
  return (
    <ButtonLink {...look} to={`/w/$workspaceId/${to}`} params={{ workspaceId }}>
      {verb}
    </ButtonLink>
  );
}
