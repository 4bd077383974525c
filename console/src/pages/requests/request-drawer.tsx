import { Drawer, Stack, Title } from '@mantine/core';
import type { LoggedRequest } from '@outcrop/contract';
import { useRead } from '../../api/lines.ts';
import { CopyIcon } from '../../parts/copy.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { wholeTime } from '../../parts/relative-time.tsx';
import { Snippet } from '../../parts/snippet.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { RequestStatus, requestLine } from './request-words.tsx';
import classes from './requests.module.css';

interface Props {
  correlationId: string;
  callerOf: (request: LoggedRequest) => string;
  onClose: () => void;
}

/** One request, by its id alone, so that its address can be handed on. */
export function RequestDrawer({ correlationId, callerOf, onClose }: Props) {
  const query = useRead('getRequestLog', { query: { correlationId } });
  return (
    <Drawer opened onClose={onClose} position="right" size={640} title="Request">
      <Loaded query={query} what="the request">
        {({ requests: [request] }) =>
          request ? (
            <Details request={request} caller={callerOf(request)} />
          ) : (
            <EmptyState title="This request is not in the log">
              Requests are kept for 14 days, and appear a second or two after they were answered.
            </EmptyState>
          )
        }
      </Loaded>
    </Drawer>
  );
}

const bytes = (count: number | null): string =>
  count === null ? 'a file' : `${count.toLocaleString('en')} bytes`;

const Details = ({ request, caller }: { request: LoggedRequest; caller: string }) => (
  <Stack gap="lg">
    <Facts
      facts={{
        Request: <code>{requestLine(request)}</code>,
        Status: <RequestStatus {...request} />,
        ...(request.errorCode && { Error: <code>{request.errorCode}</code> }),
        'Correlation id': (
          <>
            <code>{request.correlationId}</code>{' '}
            <CopyIcon value={request.correlationId} what="correlation id" />
          </>
        ),
        By: caller,
        Arrived: wholeTime(request.at),
        Took: `${request.ms.toLocaleString('en')} ms`,
        Sent: bytes(request.requestBytes),
        Answered: bytes(request.answerBytes),
        ...(request.replayed && { Repeat: 'of an earlier request, with its answer' }),
      }}
    />
    {request.problems.length > 0 && (
      <section>
        <Title order={3} mb="xs">
          What was wrong
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
        What was sent, in outline
      </Title>
      <Snippet label="what was sent" code={JSON.stringify(request.sent, null, 2)} />
      <p className={classes.note}>
        What was said about people is not kept; free text is told by its length alone.
      </p>
    </section>
  </Stack>
);
