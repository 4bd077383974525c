import { Text } from '@mantine/core';
import { Confirm } from '../../parts/confirm.tsx';
import { ConfirmByTyping } from '../../parts/confirm-by-typing.tsx';
import { later } from '../../parts/later.tsx';
import { type BoardAction, BoardDialog } from './board-dialog.tsx';
import { ExportDialog } from './opened-later.tsx';
import { peopleInWords } from './people-words.ts';
import { type Selected, useBulk } from './use-bulk.ts';

const EnrichDialog = later(
  async () => (await import('../enrichment/enrich-dialog.tsx')).EnrichDialog,
);
const EnrollDialog = later(async () => (await import('./enroll-dialog.tsx')).EnrollDialog);

export type Doing = BoardAction | 'enroll' | 'enrich' | 'export' | 'suppress' | 'delete';

interface Props {
  doing: Doing;
  selected: Selected;
  onClose: () => void;
  onDeleted: () => void;
}

/** What is asked before something is done to those who are selected. */
export function BulkDialog({ doing, selected, onClose, onDeleted }: Props) {
  const { start } = useBulk(selected);
  const { ids, filters, counted } = selected;
  const who = peopleInWords(counted);
  switch (doing) {
    case 'enroll':
      return <EnrollDialog prospectIds={[...ids]} onClose={onClose} />;
    case 'enrich':
      return <EnrichDialog prospectIds={[...ids]} onClose={onClose} />;
    case 'export':
      return <ExportDialog filters={filters} counted={counted} onClose={onClose} />;
    case 'suppress':
      return (
        <Confirm
          title={`Do not contact ${who}`}
          verb="Do not contact"
          onConfirm={() => start(`Do not contact ${who}`, { action: 'suppress' })}
          onClose={onClose}
        >
          <Text>
            No campaign takes them any more. The mark stays with their addresses, even when they are
            deleted and come back; it can be lifted.
          </Text>
        </Confirm>
      );
    case 'delete':
      return (
        <ConfirmByTyping
          title={`Delete ${who}`}
          verb="Delete"
          phrase={counted.isCapped ? 'everyone' : String(counted.count)}
          phraseIs={counted.isCapped ? 'the word' : 'their number'}
          onConfirm={() => start(`Delete ${who}`, { action: 'delete' })}
          onDone={() => {
            onClose();
            onDeleted();
          }}
          onClose={onClose}
        >
          <Text>
            They leave every list, tag and campaign, with all that is known about them. This cannot
            be undone.
          </Text>
        </ConfirmByTyping>
      );
    default:
      return <BoardDialog action={doing} selected={selected} onClose={onClose} />;
  }
}
