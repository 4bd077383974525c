import { useReasonAgainst } from '../../api/roles.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { Snippet } from '../../parts/snippet.tsx';

/** Enrichment begins on Prospects, with a choice of people. */
export function ChoosePeople() {
  const workspaceId = useWorkspaceId();
  const reason = useReasonAgainst('member');
  if (reason) return <ActionButton disabledReason={reason}>Choose people</ActionButton>;
  return (
    <ButtonLink to="/w/$workspaceId/prospects" params={{ workspaceId }}>
      Choose people
    </ButtonLink>
  );
}

export const EnrichSnippet = () => <Snippet label="curl command" code={enriching()} />;

const enriching = () => `curl ${location.origin}/api/v1/ext/enrich \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"prospectIds": ["'$PROSPECT_ID'"], "mode": "enrich_only"}'`;
