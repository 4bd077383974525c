import { usePages } from '../../api/lines.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { ChoosePeople, EnrichSnippet } from './choose-people.tsx';
import classes from './enrichment.module.css';
import { number } from './job-words.ts';
import { changeText, monthName } from './ledger-words.ts';
import { KindMark } from './marks.tsx';

/** Every change of the credits, newest first, and what they add up to. */
export function Ledger() {
  const pages = usePages('getCreditsLedger', {}, ({ entries }) => entries, {
    pollWhile: (_, { reserved }) => reserved > 0,
  });
  return (
    <Loaded query={pages} what="the ledger">
      {(entries) =>
        entries.length === 0 ? (
          <EmptyState
            title="No credits were used yet"
            action={<ChoosePeople />}
            snippet={<EnrichSnippet />}
          >
            A month’s credits are granted when someone is first enriched in it.
          </EmptyState>
        ) : (
          <>
            <p className={classes.note}>
              All entries add up to a balance of <b>{number(pages.first!.balance)}</b>, of which{' '}
              <b>{number(pages.first!.reserved)}</b> set aside. A month’s credits are granted, and
              what is left of the last month expires, when someone is first enriched in it.
            </p>
            <DataTable
              label="Ledger"
              rows={entries}
              keyOf={({ id }) => id}
              more={pages}
              columns={[
                { title: 'Entry', grow: true, cell: ({ kind }) => <KindMark kind={kind} /> },
                {
                  title: 'Change',
                  align: 'end',
                  cell: ({ balanceChange }) => changeText(balanceChange),
                },
                {
                  title: 'Set aside',
                  align: 'end',
                  cell: ({ reservedChange }) => changeText(reservedChange),
                },
                {
                  title: 'Balance',
                  align: 'end',
                  cell: ({ balanceAfter }) => number(balanceAfter),
                },
                { title: 'Prospect', cell: ({ prospectName }) => prospectName ?? '–' },
                { title: 'Credits of', cell: ({ month }) => monthName(month) },
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
    </Loaded>
  );
}
