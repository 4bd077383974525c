import { Text } from '@mantine/core';
import { Confirm } from '../../components/confirm.tsx';
import { ConfirmByTyping } from '../../components/confirm-by-typing.tsx';
import { lazyComponent } from '../../components/lazy.tsx';
import { prospectCount } from '../../features/prospect/counts.ts';
import { EnrollDialog, ExportDialog } from './lazy-dialogs.tsx';
import { type ListOrTagAction, ListOrTagDialog } from './list-or-tag-dialog.tsx';
import { type SelectedProspects, useBulk } from './use-bulk.ts';

const EnrichSelected = lazyComponent(
  async () => (await import('./enrich-selected.tsx')).EnrichSelected,
);
const AssignOwnerDialog = lazyComponent(
  async () => (await import('./assign-owner-dialog.tsx')).AssignOwnerDialog,
);

export type BulkDialogKind =
  | ListOrTagAction
  | 'assign'
  | 'enroll'
  | 'enrich'
  | 'export'
  | 'suppress'
  | 'delete';

interface Props {
  kind: BulkDialogKind;
  selected: SelectedProspects;
  onClose: () => void;
  onDeleted: () => void;
}

/** The dialog of a bulk action. */
export function BulkDialog({ kind, selected, onClose, onDeleted }: Props) {
  const { start } = useBulk(selected);
  const { count } = selected;
  const who = prospectCount(count);
  switch (kind) {
    case 'assign':
      return <AssignOwnerDialog selected={selected} onClose={onClose} />;
    case 'enroll':
      return <EnrollDialog selected={selected} onClose={onClose} />;
    case 'enrich':
      return <EnrichSelected selected={selected} onClose={onClose} />;
    case 'export':
      return <ExportDialog selected={selected} onClose={onClose} />;
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
