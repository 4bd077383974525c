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
import { errorText } from './field-error-text.ts';
import classes from './states.module.css';

interface StateProps {
  icon: TablerIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  isAlert?: boolean;
  /** h1 where the state is the whole page. */
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
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** How to do the same through the API. */
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
  /** The active filters: "status failed", "path /leads". */
  filters: string[];
  onClear: () => void;
}

export const FilteredEmptyState = ({ filters, onClear }: FilteredProps) => (
  <State
    icon={IconFilterOff}
    title="No results"
    action={
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    }
  >
    No matches for {new Intl.ListFormat('en').format(filters)}.
  </State>
);

export const ForbiddenState = ({ children }: { children: ReactNode }) => (
  <State icon={IconLock} title="You don't have access">
    {children}
  </State>
);

interface ErrorProps {
  error: unknown;
  /** "load the tokens". */
  failedAction: string;
  onRetry?: () => void;
  heading?: 'h1' | 'h2';
}

/** What failed and what to do, with a retry button and the correlation ID. */
export function ErrorState({ error, failedAction, onRetry, heading = 'h2' }: ErrorProps) {
  const { advice, correlationId } = describeError(error);
  return (
    <State
      icon={IconAlertTriangle}
      title={`Could not ${failedAction}`}
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
    Correlation ID <code title={id}>{id}</code>
    <CopyIcon value={id} what="correlation ID" />
  </p>
);

/** Errors that users can resolve themselves; no correlation ID is shown. */
const expectedErrors: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'insufficient_role',
  'reauthentication_required',
  'plan_not_allowed',
  'insufficient_credits',
  'enrichment_not_configured',
  'not_found',
  'payload_too_large',
  'validation_error',
  'rate_limited',
]);

/** What to do about an error, and the correlation ID if the error is unexpected. */
export function describeError(error: unknown): { advice: string; correlationId: string | null } {
  if (error instanceof OutcropError)
    return {
      advice: errorText(error),
      correlationId: expectedErrors.has(error.code) ? null : error.correlationId || null,
    };
  if (error instanceof TypeError && !navigator.onLine)
    return {
      advice: "You're offline. Retrying when you're back online.",
      correlationId: null,
    };
  if (error instanceof TypeError && /fetch|network/i.test(error.message))
    return {
      advice: "Can't reach the server. Check your connection and try again.",
      correlationId: null,
    };
  return {
    advice: 'Something went wrong. Reload the page; if it persists, contact your administrator.',
    correlationId: null,
  };
}
