import type { CampaignStatus, Prospect } from '@outcrop/contract';
import { IconArchive, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useRead } from '../../../api/lines.ts';
import { TextLink } from '../../../parts/links.tsx';
import { Mark, type MarkLook } from '../../../parts/mark.tsx';
import { Part } from './part.tsx';
import classes from './person.module.css';

type Enrolled = Prospect['campaigns'][number];

const looks: Record<CampaignStatus, MarkLook & { word: string }> = {
  draft: { icon: IconPencil, color: 'muted', word: 'Draft' },
  running: { icon: IconPlayerPlay, color: 'ok', word: 'Running' },
  paused: { icon: IconPlayerPause, color: 'warn', word: 'Paused' },
  archived: { icon: IconArchive, color: 'muted', word: 'Archived' },
};

/** The campaigns that someone was ever enrolled in. */
export const Campaigns = ({ campaigns }: { campaigns: Enrolled[] }) => (
  <Part title="Campaigns">
    {campaigns.length === 0 ? (
      <span className={classes.blank}>Enrolled in none.</span>
    ) : (
      <ul className={classes.found}>
        {campaigns.map((campaign) => (
          <Campaign key={campaign.id} {...campaign} />
        ))}
      </ul>
    )}
  </Part>
);

function Campaign({ id, status }: Enrolled) {
  const { data } = useRead('getCampaign', { params: { campaignId: id } });
  const { word, ...look } = looks[status];
  return (
    <li className={classes.campaign}>
      <TextLink
        inherit
        from="/w/$workspaceId"
        to="/w/$workspaceId/prospects"
        search={{ campaignId: id }}
      >
        {data?.campaign.name ?? 'A campaign'}
      </TextLink>
      <Mark {...look}>{word}</Mark>
    </li>
  );
}
