import type { CampaignStatus, ManageData } from '@outcrop/contract';
import { IconArchive, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Badge, type BadgeLook } from '../../components/badge.tsx';
import { formatNumber } from '../../components/format.ts';

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

type Pause = NonNullable<ManageData<'getCampaign'>['campaign']['pause']>;

/** "4 of 80 emails bounced (5%)". */
export function pauseText({ reason, emails, count }: Pause): string {
  const share = `${formatNumber(count)} of ${formatNumber(emails)} emails`;
  const percent = `${Math.round((count / emails) * 10_000) / 100}%`;
  return reason === 'bounces'
    ? `${share} bounced (${percent})`
    : `${share} reported as spam (${percent})`;
}
