import { IconFileImport } from '@tabler/icons-react';
import { useReasonAgainst } from '../../api/roles.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { ButtonLink } from '../../parts/links.tsx';

const look = { variant: 'default', leftSection: <IconFileImport size={16} /> } as const;

/** Leads to the import of a file. */
export function ImportButton() {
  const reason = useReasonAgainst('member');
  if (reason !== null)
    return (
      <ActionButton {...look} disabledReason={reason}>
        Import
      </ActionButton>
    );
  return (
    <ButtonLink {...look} from="/w/$workspaceId/prospects" to="/w/$workspaceId/prospects/import">
      Import
    </ButtonLink>
  );
}
