import { IconFileImport } from '@tabler/icons-react';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { ButtonLink } from '../../components/links.tsx';

const look = { variant: 'default', leftSection: <IconFileImport size={16} /> } as const;

export const importRoute = {
  from: '/w/$workspaceId/prospects',
  to: '/w/$workspaceId/prospects/import',
} as const;

export function ImportButton() {
  const reason = useDisabledReason('member');
  if (reason !== null)
    return (
      <ActionButton {...look} disabledReason={reason}>
        Import
      </ActionButton>
    );
  return (
    <ButtonLink {...look} {...importRoute}>
      Import
    </ButtonLink>
  );
}
