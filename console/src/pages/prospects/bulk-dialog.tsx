import { Text } from '@mantine/core';
import { Confirm } from '../../components/confirm.tsx';
import { ConfirmByTyping } from '../../components/confirm-by-typing.tsx';
import { lazyComponent } from '../../components/lazy.tsx';
import { prospectCount } from '../../features/prospect/counts.ts';
import { ExportDialog } from './lazy-export-dialog.tsx';
import { type ListOrTagAction, ListOrTagDialog } from './list-or-tag-dialog.tsx';
import { type Selected, useBulk } from './use-bulk.ts';

const EnrichDialog = lazyComponent(
  async () => (await import('../../features/enrichment/enrich-dialog.tsx')).EnrichDialog,
);
const EnrollDialog = lazyComponent(async () => (await import('./enroll-dialog.tsx')).EnrollDialog);

export type BulkDialogKind =
  | ListOrTagAction
  | 'enroll'
  | 'enrich'
  | 'export'
  | 'suppress'
  | 'delete';

interface Props {
  kind: BulkDialogKind;
  selected: Selected;
  onClose: () => void;
  onDeleted: () => void;
}

/** The dialog of a bulk action. */
export function BulkDialog({ kind, selected, onClose, onDeleted }: Props) {
  const { start } = useBulk(selected);
  const { ids, filters, count } = selected;
  const who = prospectCount(count);
  switch (kind) {
    case 'enroll':
      return <EnrollDialog prospectIds={[...ids]} onClose={onClose} />;
    case 'enrich':
      return <EnrichDialog prospectIds={[...ids]} onClose={onClose} />;
    case 'export':
      return <ExportDialog filters={filters} count={count} onClose={onClose} />;
    case 'suppress':
      return (
        <Confirm
          title={`Mark ${who} as “Do not contact”`}
          verb="Do not contact"
          onConfirm={() => start(`Mark ${who} as “Do not contact”`, { action: 'suppress' })}
          onClose={onClose}
        >
          <Text>
            They won’t be added to campaigns, even if they are deleted and imported again. You can
            undo this.
          </Text>
        </Confirm>
      );
    case 'delete':
      return (
        <ConfirmByTyping
          title={`Delete ${who}`}
          verb="Delete"
          phrase={count.isCapped ? 'all' : String(count.count)}
          onConfirm={() => start(`Delete ${who}`, { action: 'delete' })}
          onDone={() => {
            onClose();
            onDeleted();
          }}
          onClose={onClose}
        >
          <Text>This permanently deletes {who} and their data. You can’t undo this.</Text>
        </ConfirmByTyping>
      );
    default:
      return <ListOrTagDialog action={kind} selected={selected} onClose={onClose} />;
  }
}
