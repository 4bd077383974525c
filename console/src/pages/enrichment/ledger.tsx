import { usePages } from '../../api/endpoints.ts';
import { DataTable } from '../../components/data-table.tsx';
import { formatNumber } from '../../components/format.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { EmptyState } from '../../components/states.tsx';
import { LedgerBadge } from './badges.tsx';
import classes from './enrichment.module.css';
import { changeText, monthName } from './ledger-labels.ts';
import { EnrichSnippet, StartButton } from './start-button.tsx';

export function Ledger({ onStart }: { onStart: () => void }) {
  const pages = usePages('getCreditsLedger', {}, ({ entries }) => entries, {
    pollWhile: (_, { reserved }) => reserved > 0,
  });
  return (
    <QueryBoundary query={pages} what="the credit history">
      {(entries) =>
        entries.length === 0 ? (
          <EmptyState
            title="No credits used yet"
            action={<StartButton onClick={onStart} />}
            snippet={<EnrichSnippet />}
          >
            Each month’s credits are granted when you enrich your first prospect.
          </EmptyState>
        ) : (
          <>
            <p className={classes.note}>
              Balance: <b>{formatNumber(pages.first!.balance)}</b> (
              <b>{formatNumber(pages.first!.reserved)}</b> reserved). Credits are granted each month
              when you enrich your first prospect; unused credits expire.
            </p>
            <DataTable
              label="Credit history"
              rows={entries}
              keyOf={({ id }) => id}
              more={pages}
              columns={[
                { title: 'Entry', grow: true, cell: ({ kind }) => <LedgerBadge kind={kind} /> },
                {
                  title: 'Change',
                  align: 'end',
                  cell: ({ balanceChange }) => changeText(balanceChange),
                },
                {
                  title: 'Reserved',
                  align: 'end',
                  cell: ({ reservedChange }) => changeText(reservedChange),
                },
                {
                  title: 'Balance',
                  align: 'end',
                  cell: ({ balanceAfter }) => formatNumber(balanceAfter),
                },
                { title: 'Prospect', cell: ({ prospectName }) => prospectName ?? '–' },
                { title: 'Period', cell: ({ month }) => monthName(month) },
                {
                  title: 'When',
                  align: 'end',
                  cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
                },
              ]}
            />
          </>
        )
      }
    </QueryBoundary>
  );
}
