import { IconWand } from '@tabler/icons-react';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Snippet } from '../../components/snippet.tsx';

export const StartButton = ({ onClick }: { onClick: () => void }) => (
  <ActionButton
    leftSection={<IconWand size={16} />}
    disabledReason={useDisabledReason('member')}
    onClick={onClick}
  >
    Enrich prospects
  </ActionButton>
);

export const EnrichSnippet = () => <Snippet label="curl command" code={enrichCommand()} />;

const enrichCommand = () => `curl ${location.origin}/api/v1/ext/enrich \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"prospectIds": ["'$PROSPECT_ID'"], "mode": "enrich_only"}'`;
