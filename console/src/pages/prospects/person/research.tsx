import { Text } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { useReasonAgainst } from '../../../api/roles.ts';
import { ActionButton } from '../../../parts/action-button.tsx';
import { Findings } from '../../../parts/findings.tsx';
import { RelativeTime } from '../../../parts/relative-time.tsx';
import { EnrichDialog } from '../../enrichment/enrich-dialog.tsx';
import { Part } from './part.tsx';
import classes from './person.module.css';

const states: Record<Prospect['enrichmentStatus'], string> = {
  none: 'Nobody has asked for research on them yet.',
  queued: 'Research on them is waiting its turn.',
  running: 'Research on them is under way.',
  failed: 'The last research on them failed; its credit was given back.',
  enriched: '',
};

/** What was found out about someone, with the page that each fact is from. */
export function Research({ prospect }: { prospect: Prospect }) {
  const [isAsking, setAsking] = useState(false);
  const { enrichment, enrichmentStatus } = prospect;
  return (
    <Part
      title="Research"
      action={
        <ActionButton
          size="compact-sm"
          variant="subtle"
          leftSection={<IconSparkles size={16} />}
          disabledReason={useReasonAgainst('member')}
          onClick={() => setAsking(true)}
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
          <Findings {...enrichment} />
          <Text size="sm" c="dimmed" mt="sm">
            Found out <RelativeTime at={enrichment.completedAt} />. A language model wrote it: check
            what matters.
          </Text>
        </>
      )}
      {isAsking && <EnrichDialog prospectIds={[prospect.id]} onClose={() => setAsking(false)} />}
    </Part>
  );
}
