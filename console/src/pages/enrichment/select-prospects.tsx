import { useDisabledReason } from '../../api/roles.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Snippet } from '../../components/snippet.tsx';

export function SelectProspectsButton() {
  const workspaceId = useWorkspaceId();
  const reason = useDisabledReason('member');
  if (reason) return <ActionButton disabledReason={reason}>Select prospects</ActionButton>;
  return (
    <ButtonLink to="/w/$workspaceId/prospects" params={{ workspaceId }}>
      Select prospects
    </ButtonLink>
  );
}

export const EnrichSnippet = () => <Snippet label="curl command" code={enrichCommand()} />;

const enrichCommand = () => `curl ${location.origin}/api/v1/ext/enrich \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"prospectIds": ["'$PROSPECT_ID'"], "mode": "enrich_only"}'`;
