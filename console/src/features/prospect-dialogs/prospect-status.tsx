import { Group, Menu, Stack, Text } from '@mantine/core';
import type { Prospect, Stage } from '@outcrop/contract';
import { stageName, stages } from '@outcrop/contract/stages';
import { IconBan, IconChevronDown } from '@tabler/icons-react';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge } from '../../components/badge.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { StageBadge } from '../prospect/stage-badge.tsx';
import { notifyWithUndo } from '../tasks/follow-task.tsx';
import { useChange } from './change.ts';
import classes from './prospect-dialogs.module.css';

/** The stage and the “Do not contact” setting. */
export function ProspectStatus({ prospect }: { prospect: Prospect }) {
  const reason = useDisabledReason('member');
  const { change, attempt, error } = useChange(prospect.id);
  const { stage, doNotContact } = prospect;

  const move = (to: Stage) =>
    void attempt({ action: 'stage', stage: to }, () =>
      notifyWithUndo({
        title: `Moved to ${stageName[to]}`,
        undo: () => change({ action: 'stage', stage }),
      }),
    );
  const toggleContact = () => {
    const [action, back] = doNotContact
      ? (['unsuppress', 'suppress'] as const)
      : (['suppress', 'unsuppress'] as const);
    void attempt({ action }, () =>
      notifyWithUndo({
        title: doNotContact ? 'Removed from Do not contact' : 'Marked as Do not contact',
        undo: () => change({ action: back }),
      }),
    );
  };

  const button = (
    <ActionButton
      variant="default"
      disabledReason={reason}
      rightSection={<IconChevronDown size={16} />}
      aria-label={`Stage: ${stageName[stage]}`}
    >
      <StageBadge stage={stage} />
    </ActionButton>
  );
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {reason === null ? (
          <Menu position="bottom-start">
            <Menu.Target>{button}</Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>Move to</Menu.Label>
              {stages.map((each) => (
                <Menu.Item key={each} disabled={each === stage} onClick={() => move(each)}>
                  <StageBadge stage={each} />
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : (
          button
        )}
        <ActionButton
          variant="default"
          disabledReason={reason}
          leftSection={<IconBan size={16} />}
          onClick={toggleContact}
        >
          {doNotContact ? 'Remove “Do not contact”' : 'Do not contact'}
        </ActionButton>
      </Group>
      {doNotContact ? (
        <div className={classes.warning}>
          <Badge icon={IconBan} color="danger">
            Do not contact
          </Badge>
          <Text size="sm" mt={4}>
            Excluded from all campaigns, even if deleted and imported again.
          </Text>
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          “Do not contact” excludes this prospect from all campaigns, even if deleted and imported
          again.
        </Text>
      )}
      <FailureNote error={error} />
    </Stack>
  );
}
