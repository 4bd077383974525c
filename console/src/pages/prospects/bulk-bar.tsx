import { Button, CloseButton, Menu } from '@mantine/core';
import {
  IconFileExport,
  IconList,
  IconSend,
  IconTag,
  IconWand,
  type TablerIcon,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useKey } from '../../browser/keys.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { announce } from '../../components/live-region.tsx';
import { type CappedCount, formatCount, prospectCount } from '../../features/prospect/counts.ts';
import { BarMenu } from './bar-menu.tsx';
import classes from './bulk-bar.module.css';
import { BulkDialog, type BulkDialogKind } from './bulk-dialog.tsx';
import { StageMenu } from './stage-menu.tsx';
import { type SelectedProspects, useBulk } from './use-bulk.ts';
import { useBulkDisabledReasons } from './use-bulk-disabled-reasons.ts';
import { useNotificationOffset } from './use-notification-offset.ts';

interface Props {
  selected: SelectedProspects;
  /** The number of prospects that match the filters. */
  matching: CappedCount;
  onSelectAll: () => void;
  onClear: () => void;
}

/** The actions for selected prospects, at the bottom of the page. */
export function BulkBar({ selected, matching, onSelectAll, onClear }: Props) {
  const { isAllMatching, ids, count } = selected;
  const [dialog, setDialog] = useState<BulkDialogKind | null>(null);
  const { startWithoutDialog } = useBulk(selected);
  const reasons = useBulkDisabledReasons(selected);
  const who = prospectCount(count);
  const bar = useRef<HTMLElement>(null);
  useNotificationOffset(bar);
  useEffect(() => announce(`${who} selected`), [who]);

  const actionButton = (
    label: string,
    icon: TablerIcon,
    kind: BulkDialogKind,
    reason: string | null,
  ) => {
    const Icon = icon;
    return (
      <ActionButton
        size="compact-md"
        variant="default"
        leftSection={<Icon size={16} />}
        disabledReason={reason}
        onClick={() => setDialog(kind)}
      >
        {label}
      </ActionButton>
    );
  };
  const onKey = (kind: BulkDialogKind, reason: string | null) => () =>
    reason === null ? setDialog(kind) : announce(reason);
  useKey('t', 'Tag selected', onKey('tag', reasons.change));
  useKey('l', 'Add selected to list', onKey('add_to_list', reasons.change));
  useKey('e', 'Enroll selected', onKey('enroll', reasons.enroll));

  return (
    <section ref={bar} className={classes.bar} aria-label="Selection">
      <div className={classes.who}>
        <strong>{who} selected</strong>
        {!isAllMatching && (matching.isCapped || matching.count > ids.size) && (
          <Button size="compact-sm" variant="subtle" onClick={onSelectAll}>
            Select all {formatCount(matching)} matching
          </Button>
        )}
        <CloseButton aria-label="Clear selection" onClick={onClear} />
      </div>
      <div className={classes.actions}>
        {actionButton('Tag', IconTag, 'tag', reasons.change)}
        {actionButton('List', IconList, 'add_to_list', reasons.change)}
        <StageMenu selected={selected} disabledReason={reasons.change} />
        {actionButton('Enroll', IconSend, 'enroll', reasons.enroll)}
        {actionButton('Enrich', IconWand, 'enrich', reasons.enrich)}
        {actionButton('Export', IconFileExport, 'export', reasons.export)}
        <BarMenu label="More" disabledReason={reasons.change}>
          <Menu.Item onClick={() => setDialog('assign')}>Assign owner…</Menu.Item>
          <Menu.Item onClick={() => setDialog('untag')}>Remove tag…</Menu.Item>
          <Menu.Item onClick={() => setDialog('remove_from_list')}>Remove from list…</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => setDialog('suppress')}>Do not contact…</Menu.Item>
          <Menu.Item
            onClick={() =>
              startWithoutDialog(`Remove “Do not contact” from ${who}`, { action: 'unsuppress' })
            }
          >
            Remove “Do not contact”
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => setDialog('delete')}>Delete…</Menu.Item>
        </BarMenu>
      </div>
      {dialog && (
        <BulkDialog
          kind={dialog}
          selected={selected}
          onClose={() => setDialog(null)}
          onDeleted={onClear}
        />
      )}
    </section>
  );
}
