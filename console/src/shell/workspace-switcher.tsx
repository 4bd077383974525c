import { Button, Menu } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { roleNames } from '../api/roles.ts';
import { useMe, useWorkspace } from '../api/session.ts';
import classes from './shell.module.css';

export function WorkspaceSwitcher() {
  const { workspaces } = useMe();
  const current = useWorkspace();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          className={classes.switcher}
          variant="subtle"
          color="muted"
          rightSection={<IconSelector size={16} />}
          aria-label={`Workspace ${current.name}`}
        >
          <span className={classes.switcherName}>{current.name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Workspaces</Menu.Label>
        {workspaces.map(({ id, name, role }) => (
          <Menu.Item
            key={id}
            onClick={() => void navigate({ to: '/w/$workspaceId', params: { workspaceId: id } })}
            rightSection={id === current.id ? <IconCheck size={16} aria-label="current" /> : null}
          >
            {name} · {roleNames[role]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
