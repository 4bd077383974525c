import type { ManageData } from '@outcrop/contract';
import { IconTrophy } from '@tabler/icons-react';
import { useRead } from '../../api/endpoints.ts';
import { Badge } from '../../components/badge.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { formatDay, formatNumber } from '../../components/format.ts';
import { Section } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { EmptyState } from '../../components/states.tsx';
import { type Campaign, stepName, versionText } from './campaign-labels.ts';
import classes from './campaigns.module.css';
import { rateText, winnerOf } from './rates.ts';

type Data = ManageData<'getCampaignNumbers'>;
type EmailNumbers = Data['emails'][number];

/** Emails and replies by email and version, by mailbox and by day. */
export function Numbers({ campaign }: { campaign: Campaign }) {
  const numbers = useRead('getCampaignNumbers', { params: { campaignId: campaign.id } });
  return (
    <QueryBoundary query={numbers} what="the numbers">
      {(data) =>
        data.emails.length === 0 ? (
          <EmptyState title="No numbers yet">
            Emails and replies are counted here once the campaign sends.
          </EmptyState>
        ) : (
          <>
            <EmailTable campaign={campaign} emails={data.emails} />
            <Section title="By mailbox">
              <DataTable
                label="By mailbox"
                rows={data.mailboxes}
                keyOf={({ mailboxId }) => mailboxId}
                columns={[
                  { title: 'Mailbox', grow: true, cell: ({ address }) => address },
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
                  { title: 'Day', grow: true, cell: ({ day }) => formatDay(day) },
                  { title: 'Sent', align: 'end', cell: ({ sent }) => formatNumber(sent) },
                ]}
              />
            </Section>
          </>
        )
      }
    </QueryBoundary>
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
        called better only once the intervals do not overlap.
      </p>
    </Section>
  );
}
