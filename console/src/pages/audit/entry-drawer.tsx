import { Drawer } from '@mantine/core';
import { CopyIcon } from '../../components/copy.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { fullTime } from '../../components/relative-time.tsx';
import { actionNames } from './audit-labels.ts';
import { type AuditEntry, labelOf } from './sentences.ts';

interface Props {
  entry: AuditEntry;
  sentence: string;
  onClose: () => void;
}

/** All that is stored about an entry. */
export const EntryDrawer = ({ entry, sentence, onClose }: Props) => (
  <Drawer opened onClose={onClose} position="right" size={640} title={actionNames[entry.action]}>
    <DescriptionList
      items={{
        'What happened': sentence,
        When: fullTime(entry.createdAt),
        ...(entry.target && { 'Affected ID': <code>{entry.target}</code> }),
        ...Object.fromEntries(
          Object.entries(entry.detail).map(([name, value]) => [
            capitalized(labelOf(name)),
            shown(value),
          ]),
        ),
        ...(entry.correlationId && {
          'Correlation ID': (
            <>
              <code>{entry.correlationId}</code>{' '}
              <CopyIcon value={entry.correlationId} what="correlation ID" />
            </>
          ),
        }),
      }}
    />
  </Drawer>
);

const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

const shown = (value: unknown) =>
  typeof value === 'string' ? value : <code>{JSON.stringify(value)}</code>;
