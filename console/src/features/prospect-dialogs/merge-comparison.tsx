import { Button, Text } from '@mantine/core';
import type { ManageData, Prospect } from '@outcrop/contract';
import { IconArrowsExchange } from '@tabler/icons-react';
import { shortUrl } from '../../components/external-link.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { fieldNames, prospectName } from '../prospect/fields.ts';
import { StageBadge } from '../prospect/stage-badge.tsx';
import { describeMerge } from './describe-merge.ts';
import { filledFields, prospectFields } from './edits.ts';
import classes from './prospect-dialogs.module.css';

interface Props {
  kept: Prospect;
  removed: Prospect;
  /** The result of a dry run. */
  trial: { data: ManageData<'postProspectsMerge'> | undefined; error: unknown };
  onSwap: () => void;
}

/** Both prospects side by side, and what a merge would change. */
export const MergeComparison = ({ kept, removed, trial, onSwap }: Props) => (
  <>
    <table className={classes.pair} aria-label="Comparison">
      <thead>
        <tr>
          <td>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconArrowsExchange size={16} />}
              onClick={onSwap}
            >
              Swap
            </Button>
          </td>
          <th scope="col">Keep: {prospectName(kept)}</th>
          <th scope="col">Remove: {prospectName(removed)}</th>
        </tr>
      </thead>
      <tbody>
        {prospectFields
          .filter((field) => [kept, removed].some((each) => filledFields(each).includes(field)))
          .map((field) => (
            <tr key={field}>
              <th scope="row">{fieldNames[field]}</th>
              <td>{shortUrl(kept[field] ?? '—')}</td>
              <td>{shortUrl(removed[field] ?? '—')}</td>
            </tr>
          ))}
        <tr>
          <th scope="row">Stage</th>
          {[kept, removed].map(({ id, stage }) => (
            <td key={id}>
              <StageBadge stage={stage} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
    <FailureNote error={trial.error} />
    {trial.data && (
      <div>
        <Text size="sm" fw={600}>
          Changes to {prospectName(kept)}
        </Text>
        <ul className={classes.changes}>
          {describeMerge(kept, removed, trial.data).map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
        <Text size="sm">
          Conversations and history move too. The other prospect is deleted. You can’t undo this.
        </Text>
      </div>
    )}
  </>
);
