import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../api/endpoints.ts';
import { roleNames } from '../../api/roles.ts';
import { useMe, useWorkspace } from '../../api/session.ts';
import { DescriptionList } from '../../components/description-list.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import classes from './tokens.module.css';

interface Props extends ManageData<'postConnectLook'> {
  code: string;
  onConfirmed: (browser: string) => void;
  onDenied: () => void;
}

/** What a user checks before a browser gets a token. */
export function AskingBrowser(props: Props) {
  const { code, browser, address, isOwnAddress, createdAt, onConfirmed, onDenied } = props;
  const { name, role } = useWorkspace();
  const { user, workspaces } = useMe();
  const confirm = useWrite('postConnectConfirm', []);
  const deny = useWrite('postConnectDeny', []);
  return (
    <Stack>
      <div>
        <h3 className={classes.heading}>Connect this browser?</h3>
        <Text size="sm">
          Confirm only if you clicked Connect in the extension just now, and it shows the same code.
        </Text>
      </div>
      <p className={classes.code}>{code.toUpperCase()}</p>
      {!isOwnAddress && (
        <Alert color="warn" variant="light" icon={<IconAlertTriangle />}>
          The request comes from another network than yours. Deny it if someone sent you this code.
        </Alert>
      )}
      <DescriptionList
        items={{
          Browser: browser,
          'IP address': isOwnAddress ? `${address} (yours)` : address,
          Asked: <RelativeTime at={createdAt} />,
          'Acts as': `${user.name} (${roleNames[role]})`,
          Workspace: workspaces.length > 1 ? <WorkspaceChoice code={code} /> : name,
        }}
      />
      <FailureNote error={confirm.error ?? deny.error} />
      <Group>
        <Button
          loading={confirm.isPending}
          disabled={deny.isPending}
          onClick={() =>
            confirm.mutate({ body: { code } }, { onSuccess: (data) => onConfirmed(data.browser) })
          }
        >
          Confirm
        </Button>
        <Button
          variant="default"
          loading={deny.isPending}
          disabled={confirm.isPending}
          onClick={() => deny.mutate({ body: { code } }, { onSuccess: onDenied })}
        >
          Deny
        </Button>
      </Group>
    </Stack>
  );
}

/** The same page in another workspace. */
function WorkspaceChoice({ code }: { code: string }) {
  const { workspaces } = useMe();
  const { id } = useWorkspace();
  const navigate = useNavigate();
  return (
    <NativeSelect
      aria-label="Workspace"
      value={id}
      data={workspaces.map((each) => ({ value: each.id, label: each.name }))}
      onChange={(event) =>
        void navigate({
          to: '/w/$workspaceId/settings/api',
          params: { workspaceId: event.currentTarget.value },
          search: { code },
        })
      }
    />
  );
}
