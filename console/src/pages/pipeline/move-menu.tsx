import { Menu } from '@mantine/core';
import type { Stage } from '@outcrop/contract';
import { stageName, stages } from '@outcrop/contract/stages';
import type { ReactElement } from 'react';
import { stageLooks } from '../../features/prospect/stage-badge.tsx';

interface Props {
  /** Not offered. */
  current?: Stage;
  onMove: (to: Stage) => void;
  /** The button. */
  children: ReactElement;
}

/** The alternative to dragging. */
export const MoveMenu = ({ current, onMove, children }: Props) => (
  <Menu position="bottom-start">
    <Menu.Target>{children}</Menu.Target>
    <Menu.Dropdown>
      {stages
        .filter((stage) => stage !== current)
        .map((stage) => {
          const { icon: Icon } = stageLooks[stage];
          return (
            <Menu.Item
              key={stage}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => onMove(stage)}
            >
              {stageName[stage]}
            </Menu.Item>
          );
        })}
    </Menu.Dropdown>
  </Menu>
);
