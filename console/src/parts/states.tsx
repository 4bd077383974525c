import { Button } from '@mantine/core';
import { OutcropError } from '@outcrop/client';
import type { ErrorCode } from '@outcrop/contract';
import {
  IconAlertTriangle,
  IconFilterOff,
  IconInbox,
  IconLock,
  IconRefresh,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyIcon } from './copy.tsx';
import classes from './states.module.css';

interface StateProps {
  icon: TablerIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  isAlert?: boolean;
  /** For a state that is all there is on its page. */
  heading?: 'h1' | 'h2';
}

export const State = ({
  icon: Icon,
  title,
  children,
  action,
  isAlert = false,
  heading: Heading = 'h2',
}: StateProps) => (
  <div className={classes.state} {...(isAlert && { role: 'alert' })}>
    <Icon size={28} stroke={1.5} className={classes.icon} aria-hidden />
    <Heading className={classes.title}>{title}</Heading>
    {children && <div className={classes.text}>{children}</div>}
    {action && <div className={classes.action}>{action}</div>}
  </div>
);

interface EmptyProps {
  /** One sentence: what would be here. */
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** One way to do the same from a program. */
  snippet?: ReactNode;
}

export const EmptyState = ({ title, children, action, snippet }: EmptyProps) => (
  <>
    <State icon={IconInbox} title={title} action={action}>
      {children}
    </State>
    {snippet && <div className={classes.snippet}>{snippet}</div>}
  </>
);

interface FilteredProps {
  /** The filters in words: "status failed", "path /leads". */
  filters: string[];
  onClear: () => void;
}

export const FilteredEmptyState = ({ filters, onClear }: FilteredProps) => (
  <State
    icon={IconFilterOff}
    title="Nothing matches"
    action={
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    }
  >
    Nothing has {new Intl.ListFormat('en').format(filters)}.
  </State>
);

export const ForbiddenState = ({ children }: { children: ReactNode }) => (
  <State icon={IconLock} title="This page is not for your role">
    {children}
  </State>
);

interface ErrorProps {
  error: unknown;
  /** What was being done: "load the tokens". */
  doing: string;
  onRetry?: () => void;
  heading?: 'h1' | 'h2';
}

/** What failed, what to do, a way to try again, and the id that finds the request in the log. */
export function ErrorState({ error, doing, onRetry, heading = 'h2' }: ErrorProps) {
  const { advice, correlationId } = explained(error);
  return (
    <State
      icon={IconAlertTriangle}
      title={`Could not ${doing}`}
      heading={heading}
      isAlert
      action={
        onRetry && (
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
            Retry
          </Button>
        )
      }
    >
      <p>{advice}</p>
      {correlationId && <CorrelationId id={correlationId} />}
    </State>
  );
}

export const CorrelationId = ({ id }: { id: string }) => (
  <p className={classes.correlation}>
    Correlation id <code title={id}>{id}</code>
    <CopyIcon value={id} what="correlation id" />
  </p>
);

/** What the reader can mend without anybody's help: the message says all there is to know. */
const expected: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'insufficient_role',
  'reauthentication_required',
  'plan_not_allowed',
  'insufficient_credits',
  'not_found',
  'payload_too_large',
  'validation_error',
  'rate_limited',
]);

/** An error in a reader's words: what to do about it, and the id by which others find it in the log. */
export function explained(error: unknown): { advice: string; correlationId: string | null } {
  if (error instanceof OutcropError)
    return {
      advice: error.message,
      correlationId: expected.has(error.code) ? null : error.correlationId || null,
    };
  if (error instanceof TypeError && !navigator.onLine)
    return { advice: 'You are offline. It is tried again once you are back.', correlationId: null };
  if (error instanceof TypeError && /fetch|network/i.test(error.message))
    return {
      advice: 'The service did not answer. Check that it runs and that you can reach it.',
      correlationId: null,
    };
  return {
    advice: 'Something is wrong in this page. Reload it; if it stays, tell the operator.',
    correlationId: null,
  };
}
