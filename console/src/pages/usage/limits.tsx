import type { ManageData } from '@outcrop/contract';
import { maxInvitationsPerDay, maxTokensPerUser } from '@outcrop/contract/workspace-limits';
import { DataTable } from '../../components/data-table.tsx';
import { formatNumber } from '../../components/format.ts';
import { Section } from '../../components/page-header.tsx';
import classes from './usage.module.css';
import { UsageBar } from './usage-bar.tsx';

interface Limit {
  name: string;
  /** Null if the limit is not for the workspace as a whole. */
  used: number | null;
  most: number;
}

/** The limits that are the same in every plan. */
export const Limits = ({ lists, tags, campaigns, mailboxes }: ManageData<'getUsage'>) => (
  <Section title="Limits">
    <DataTable
      label="Limits"
      rows={[
        { name: 'Lists', ...lists },
        { name: 'Tags', ...tags },
        { name: 'Campaigns, including archived ones', ...campaigns },
        { name: 'Mailboxes', ...mailboxes },
        { name: 'Access tokens of each user', used: null, most: maxTokensPerUser },
        { name: 'Invitations in 24 hours', used: null, most: maxInvitationsPerDay },
      ]}
      keyOf={({ name }: Limit) => name}
      columns={[
        { title: 'Limit', grow: true, cell: ({ name }) => name },
        {
          title: 'Used',
          align: 'end',
          cell: ({ used }) => (used === null ? '–' : formatNumber(used)),
        },
        { title: 'Maximum', align: 'end', cell: ({ most }) => formatNumber(most) },
        {
          title: 'Used in percent',
          hideTitle: true,
          cell: ({ name, used, most }) =>
            used !== null && (
              <div className={classes.bar}>
                <UsageBar label={`${name} used`} share={used / most} />
              </div>
            ),
        },
      ]}
    />
  </Section>
);
