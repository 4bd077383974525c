import { Drawer, Stack, Title } from '@mantine/core';
import type { LoggedRequest } from '@outcrop/contract';
import { useRead } from '../../api/endpoints.ts';
import { CopyIcon } from '../../components/copy.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { formatNumber } from '../../components/format.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { fullTime } from '../../components/relative-time.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { EmptyState } from '../../components/states.tsx';
import { RequestStatus, requestLine } from './request-labels.tsx';
import classes from './requests.module.css';

interface Props {
  correlationId: string;
  callerName: (request: LoggedRequest) => string;
  onClose: () => void;
}

/** Loads the request by its ID alone, so that its URL can be shared. */
export function RequestDrawer({ correlationId, callerName, onClose }: Props) {
  const query = useRead('getRequestLog', { query: { correlationId } });
  return (
    <Drawer opened onClose={onClose} position="right" size={640} title="Request">
      <QueryBoundary query={query} what="the request">
        {({ requests: [request] }) =>
          request ? (
            <Details request={request} caller={callerName(request)} />
          ) : (
            <EmptyState title="Request not found">
              Requests are stored for 14 days and appear a few seconds after they complete.
            </EmptyState>
          )
        }
      </QueryBoundary>
    </Drawer>
  );
}

const bytes = (count: number | null): string =>
  count === null ? 'File' : `${formatNumber(count)} bytes`;

const Details = ({ request, caller }: { request: LoggedRequest; caller: string }) => (
  <Stack gap="lg">
    <DescriptionList
      items={{
        Request: <code>{requestLine(request)}</code>,
        Status: <RequestStatus {...request} />,
        ...(request.errorCode && { Error: <code>{request.errorCode}</code> }),
        'Correlation ID': (
          <>
            <code>{request.correlationId}</code>{' '}
            <CopyIcon value={request.correlationId} what="correlation ID" />
          </>
        ),
        By: caller,
        Received: fullTime(request.at),
        Duration: `${formatNumber(request.ms)} ms`,
        'Request size': bytes(request.requestBytes),
        'Response size': bytes(request.answerBytes),
        ...(request.replayed && { Repeated: 'Yes, the earlier response was returned' }),
      }}
    />
    {request.problems.length > 0 && (
      <section>
        <Title order={3} mb="xs">
          Problems
        </Title>
        <ul className={classes.problems}>
          {request.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </section>
    )}
    <section>
      <Title order={3} mb="xs">
        Request data (redacted)
      </Title>
      <Snippet label="request data" code={JSON.stringify(request.sent, null, 2)} />
      <p className={classes.note}>Personal data isn’t stored. Text values show length only.</p>
    </section>
  </Stack>
);
