import { Button, CloseButton, Menu } from '@mantine/core';
import { IconList, IconSend, IconTag, IconWand, type TablerIcon } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ActionButton } from '../../parts/action-button.tsx';
import { announce } from '../../parts/live-region.tsx';
import { useKey } from '../../shell/keys.ts';
import { BarMenu } from './bar-menu.tsx';
import classes from './bulk-bar.module.css';
import { BulkDialog, type Doing } from './bulk-dialog.tsx';
import { type Counted, peopleInWords } from './people-words.ts';
import { StageMenu } from './stage-menu.tsx';
import { type Selected, useBulk } from './use-bulk.ts';
import { useReasons } from './use-reasons.ts';
import { useRoomForNotices } from './use-room-for-notices.ts';

interface Props {
  selected: Selected;
  /** Everyone whom the filters match. */
  matching: Counted;
  onEveryone: () => void;
  onNobody: () => void;
}

/** What can be done to those who are selected; it stands at the foot of the page for them. */
export function BulkBar({ selected, matching, onEveryone, onNobody }: Props) {
  const { everyone, ids, counted } = selected;
  const [doing, setDoing] = useState<Doing | null>(null);
  const { startAtOnce } = useBulk(selected);
  const reasons = useReasons(selected);
  const who = peopleInWords(counted);
  const bar = useRef<HTMLElement>(null);
  useRoomForNotices(bar);
  useEffect(() => announce(`${who} selected`), [who]);

  const act = (label: string, icon: TablerIcon, what: Doing, reason: string | null) => {
    const Icon = icon;
    return (
      <ActionButton
        size="compact-md"
        variant="default"
        leftSection={<Icon size={16} />}
        disabledReason={reason}
        onClick={() => setDoing(what)}
      >
        {label}
      </ActionButton>
    );
  };
  const byKey = (what: Doing, reason: string | null) => () =>
    reason === null ? setDoing(what) : announce(reason);
  useKey('t', 'Tag those selected', byKey('tag', reasons.change));
  useKey('l', 'Add those selected to a list', byKey('add_to_list', reasons.change));
  useKey('e', 'Enroll those selected', byKey('enroll', reasons.enroll));

  return (
    <section ref={bar} className={classes.bar} aria-label="Those selected">
      <div className={classes.who}>
        <strong>{who} selected</strong>
        {!everyone && (matching.isCapped || matching.count > ids.size) && (
          <Button size="compact-sm" variant="subtle" onClick={onEveryone}>
            Select all {matching.isCapped ? '' : matching.count.toLocaleString('en')} matching
          </Button>
        )}
        <CloseButton aria-label="Select nobody" onClick={onNobody} />
      </div>
      <div className={classes.actions}>
        {act('Tag', IconTag, 'tag', reasons.change)}
        {act('List', IconList, 'add_to_list', reasons.change)}
        <StageMenu selected={selected} disabledReason={reasons.change} />
        {act('Enroll', IconSend, 'enroll', reasons.enroll)}
        {act('Enrich', IconWand, 'enrich', reasons.enrich)}
        <BarMenu label="More" disabledReason={reasons.change}>
          <Menu.Item onClick={() => setDoing('untag')}>Take a tag off…</Menu.Item>
          <Menu.Item onClick={() => setDoing('remove_from_list')}>Remove from a list…</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => setDoing('suppress')}>Do not contact…</Menu.Item>
          <Menu.Item
            onClick={() => startAtOnce(`Lift do-not-contact of ${who}`, { action: 'unsuppress' })}
          >
            Lift do-not-contact
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item disabled={!everyone} onClick={() => setDoing('export')}>
            {everyone ? 'Export…' : 'Export: select all matching first'}
          </Menu.Item>
          <Menu.Item onClick={() => setDoing('delete')}>Delete…</Menu.Item>
        </BarMenu>
      </div>
      {doing && (
        <BulkDialog
          doing={doing}
          selected={selected}
          onClose={() => setDoing(null)}
          onDeleted={onNobody}
        />
      )}
    </section>
  );
}
