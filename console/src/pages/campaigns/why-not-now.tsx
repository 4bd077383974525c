import { Button, Group, Stack, Text } from '@mantine/core';
import { useRead } from '../../api/endpoints.ts';
import { Dialog } from '../../components/dialog.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { fullTime } from '../../components/relative-time.tsx';
import type { Enrollment } from './campaign-labels.ts';
import classes from './campaigns.module.css';

interface Props {
  campaignId: string;
  person: Pick<Enrollment, 'prospectId' | 'fullName' | 'email'>;
  onClose: () => void;
}

/** Everything that keeps the next email to one person from leaving now. */
export function WhyNotNow({ campaignId, person, onClose }: Props) {
  const params = { campaignId, prospectId: person.prospectId };
  const why = useRead('getEnrollmentWhy', { params });
  const name = person.fullName ?? person.email ?? 'this person';
  return (
    <Dialog title={`Why isn’t it sending? ${name}`} onClose={onClose}>
      <Stack>
        <QueryBoundary query={why} what="the reasons">
          {({ reasons }) =>
            reasons.length === 0 ? (
              <Text>Nothing is blocking the email. It will be sent shortly.</Text>
            ) : (
              <ul className={classes.reasons}>
                {reasons.map(({ code, message, until, mailboxId }) => (
                  <li key={`${code} ${mailboxId}`}>
                    {message}
                    {until && <div className={classes.secondary}>Until {fullTime(until)}</div>}
                  </li>
                ))}
              </ul>
            )
          }
        </QueryBoundary>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
