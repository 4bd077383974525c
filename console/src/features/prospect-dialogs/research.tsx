import { Text } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { EnrichDialog } from '../enrichment/enrich-dialog.tsx';
import { ResearchFindings } from '../enrichment/research-findings.tsx';
import { DrawerSection } from './drawer-section.tsx';
import classes from './prospect-dialogs.module.css';

const states: Record<Prospect['enrichmentStatus'], string> = {
  none: 'No research yet.',
  queued: 'Research queued.',
  running: 'Research in progress.',
  failed: 'The last research failed. The credit was refunded.',
  enriched: '',
};

export function Research({ prospect }: { prospect: Prospect }) {
  const [isEnriching, setEnriching] = useState(false);
  const { enrichment, enrichmentStatus } = prospect;
  return (
    <DrawerSection
      title="Research"
      action={
        <ActionButton
          size="compact-sm"
          variant="subtle"
          leftSection={<IconSparkles size={16} />}
          disabledReason={useDisabledReason('member')}
          onClick={() => setEnriching(true)}
        >
          Enrich…
        </ActionButton>
      }
    >
      {enrichmentStatus !== 'enriched' && (
        <span className={classes.blank}>{states[enrichmentStatus]}</span>
      )}
      {enrichment && (
        <>
          <ResearchFindings {...enrichment} />
          <Text size="sm" c="dimmed" mt="sm">
            Researched <RelativeTime at={enrichment.completedAt} /> by AI. Check important facts.
          </Text>
        </>
      )}
      {isEnriching && (
        <EnrichDialog prospectIds={[prospect.id]} onClose={() => setEnriching(false)} />
      )}
    </DrawerSection>
  );
}
