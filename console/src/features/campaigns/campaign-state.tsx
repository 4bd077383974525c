import type { CampaignStatus } from '@outcrop/contract';
import { IconArchive, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Badge, type BadgeLook } from '../../components/badge.tsx';

export const campaignStates: Record<CampaignStatus, BadgeLook & { label: string }> = {
  draft: { icon: IconPencil, color: 'muted', label: 'Draft' },
  running: { icon: IconPlayerPlay, color: 'ok', label: 'Running' },
  paused: { icon: IconPlayerPause, color: 'warn', label: 'Paused' },
  archived: { icon: IconArchive, color: 'muted', label: 'Archived' },
};

export function CampaignState({ status }: { status: CampaignStatus }) {
  const { label, ...look } = campaignStates[status];
  return <Badge {...look}>{label}</Badge>;
}
