import { Button, Group } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { IconDownload, IconTrophy } from '@tabler/icons-react';
import { useRead } from '../../api/endpoints.ts';
import { saveFile } from '../../browser/save-file.ts';
import { Badge } from '../../components/badge.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { formatDay, formatNumber } from '../../components/format.ts';
import { Section } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { EmptyState } from '../../components/states.tsx';
import { type Campaign, privateMailbox, stepName, versionText } from './campaign-labels.ts';
import classes from './campaigns.module.css';
import { Forecast } from './forecast.tsx';
import { csvOf } from './numbers-csv.ts';
import { rateText, winnerOf } from './rates.ts';

type Data = ManageData<'getCampaignNumbers'>;
type EmailNumbers = Data['emails'][number];

/** Emails and replies by email and version, by mailbox and by day. */
export function Numbers({ campaign }: { campaign: Campaign }) {
  const numbers = useRead('getCampaignNumbers', { params: { campaignId: campaign.id } });
  return (
    <>
      <Forecast campaign={campaign} />
      <QueryBoundary query={numbers} what="the results">
        {(data) =>
          data.emails.length === 0 ? (
            <EmptyState title="No results yet">
              Results appear here after the first email is sent.
            </EmptyState>
          ) : (
            <>
              <Group justify="flex-end">
                <Button
                  variant="default"
                  leftSection={<IconDownload size={16} />}
                  onClick={() => saveFile(csvOf(campaign, data), 'numbers.csv')}
                >
                  Download CSV
                </Button>
              </Group>
              <EmailTable campaign={campaign} emails={data.emails} />
              <Section title="By mailbox">
                <DataTable
                  label="By mailbox"
                  rows={data.mailboxes}
                  keyOf={({ mailboxId }) => mailboxId}
                  columns={[
                    {
                      title: 'Mailbox',
                      grow: true,
                      cell: ({ address }) => address || privateMailbox,
                    },
                    ...countColumns,
                  ]}
                />
              </Section>
              <Section title="By day">
                <DataTable
                  label="By day"
                  rows={data.days.toReversed()}
                  keyOf={({ day }) => day}
                  columns={[
                    { title: 'Day (UTC)', grow: true, cell: ({ day }) => formatDay(day) },
                    ...countColumns.filter(({ cell }) => cell !== rateText),
                  ]}
                />
              </Section>
            </>
          )
        }
      </QueryBoundary>
    </>
  );
}

type Counts = Omit<EmailNumbers, 'stepId' | 'variantId'>;

const countColumns: {
  title: string;
  align: 'end';
  cell: (row: Counts) => string;
}[] = [
  { title: 'Sent', align: 'end', cell: ({ sent }) => formatNumber(sent) },
  { title: 'Replied', align: 'end', cell: ({ replied }) => formatNumber(replied) },
  { title: 'Reply rate (95% interval)', align: 'end', cell: rateText },
  {
    title: 'Automatic replies',
    align: 'end',
    cell: ({ autoReplied }) => formatNumber(autoReplied),
  },
  { title: 'Unsubscribed', align: 'end', cell: ({ unsubscribed }) => formatNumber(unsubscribed) },
  { title: 'Bounced', align: 'end', cell: ({ bounced }) => formatNumber(bounced) },
];

function EmailTable({ campaign, emails }: { campaign: Campaign; emails: EmailNumbers[] }) {
  const order = campaign.steps.map(({ id }) => id);
  const rows = emails.toSorted(
    (a, b) =>
      order.indexOf(a.stepId) - order.indexOf(b.stepId) ||
      versionText(campaign, a).localeCompare(versionText(campaign, b)),
  );
  const isWinner = (row: EmailNumbers): boolean => {
    const versions = rows.filter(({ stepId }) => stepId === row.stepId);
    return winnerOf(versions) === versions.indexOf(row);
  };
  return (
    <Section title="By email">
      <DataTable
        label="By email"
        rows={rows}
        keyOf={({ stepId, variantId }) => `${stepId} ${variantId}`}
        columns={[
          {
            title: 'Email',
            grow: true,
            cell: (row) => (
              <>
                {stepName(campaign, row.stepId)}
                {versionText(campaign, row)}
                {isWinner(row) && (
                  <div>
                    <Badge icon={IconTrophy} color="ok">
                      More replies
                    </Badge>
                  </div>
                )}
              </>
            ),
          },
          ...countColumns,
        ]}
      />
      <p className={classes.secondary}>
        A reply counts for the last email before it; automatic replies do not count. A version is
        marked “More replies” only when the difference is statistically significant and each was
        sent at least 50 times.
      </p>
    </Section>
  );
}
