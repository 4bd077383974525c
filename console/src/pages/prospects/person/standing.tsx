import { Group, Menu, Stack, Text } from '@mantine/core';
import type { Prospect, Stage } from '@outcrop/contract';
import { IconBan, IconChevronDown } from '@tabler/icons-react';
import { useReasonAgainst } from '../../../api/roles.ts';
import { ActionButton } from '../../../parts/action-button.tsx';
import { FailureNote } from '../../../parts/failure-note.tsx';
import { tellDone } from '../../../parts/follow-task.tsx';
import { Mark } from '../../../parts/mark.tsx';
import { personName } from '../../../parts/person.ts';
import { StageMark } from '../../../parts/stage-mark.tsx';
import { stageNames, stages } from '../../../parts/stages.ts';
import { useChange } from './change.ts';
import classes from './person.module.css';

/** Where someone stands in the pipeline, and whether they may be written to. */
export function Standing({ prospect }: { prospect: Prospect }) {
  const reason = useReasonAgainst('member');
  const { change, attempt, error } = useChange(prospect.id);
  const { stage, doNotContact } = prospect;
  const name = personName(prospect);

  const move = (to: Stage) =>
    void attempt({ action: 'stage', stage: to }, () =>
      tellDone({
        title: `${name} is now in ${stageNames[to]}`,
        undo: () => change({ action: 'stage', stage }),
      }),
    );
  const turn = () => {
    const [action, back] = doNotContact
      ? (['unsuppress', 'suppress'] as const)
      : (['suppress', 'unsuppress'] as const);
    void attempt({ action }, () =>
      tellDone({
        title: doNotContact ? `${name} may be contacted` : `${name} is not to be contacted`,
        undo: () => change({ action: back }),
      }),
    );
  };

  const button = (
    <ActionButton
      variant="default"
      disabledReason={reason}
      rightSection={<IconChevronDown size={16} />}
      aria-label={`Stage: ${stageNames[stage]}`}
    >
      <StageMark stage={stage} />
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
                  <StageMark stage={each} />
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
          onClick={turn}
        >
          {doNotContact ? 'Allow contact again' : 'Do not contact'}
        </ActionButton>
      </Group>
      {doNotContact ? (
        <div className={classes.warning}>
          <Mark icon={IconBan} color="danger">
            Do not contact
          </Mark>
          <Text size="sm" mt={4}>
            No campaign takes them and nobody should write to them. Their addresses are remembered,
            so the mark comes back even if they are deleted and imported again.
          </Text>
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          Whoever is marked do-not-contact is taken by no campaign, and stays marked even after
          being deleted and imported again.
        </Text>
      )}
      <FailureNote error={error} />
    </Stack>
  );
}
