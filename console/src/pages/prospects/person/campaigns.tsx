import type { CampaignStatus, Prospect } from '@outcrop/contract';
import { IconBan, IconSend } from '@tabler/icons-react';
import { useRead } from '../../../api/lines.ts';
import { TextLink } from '../../../parts/links.tsx';
import { Mark } from '../../../parts/mark.tsx';
import { Part } from './part.tsx';
import classes from './person.module.css';

type Enrolled = Prospect['campaigns'][number];

const campaignStates: Record<CampaignStatus, string> = {
  draft: 'Campaign not started',
  running: 'Campaign running',
  paused: 'Campaign paused',
  archived: 'Campaign archived',
};

/** The campaigns that someone was ever enrolled in, and how they stand in each. */
export const Campaigns = ({ prospect }: { prospect: Prospect }) => (
  <Part title="Campaigns">
    {prospect.campaigns.length === 0 ? (
      <span className={classes.blank}>Enrolled in none.</span>
    ) : (
      <ul className={classes.found}>
        {prospect.campaigns.map((campaign) => (
          <Campaign key={campaign.id} isExcluded={prospect.doNotContact} {...campaign} />
        ))}
      </ul>
    )}
  </Part>
);

function Campaign({ id, status, isExcluded }: Enrolled & { isExcluded: boolean }) {
  const { data } = useRead('getCampaign', { params: { campaignId: id } });
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
      {isExcluded ? (
        <Mark icon={IconBan} color="danger">
          Excluded: do not contact
        </Mark>
      ) : (
        <Mark icon={IconSend} color="info">
          Enrolled
        </Mark>
      )}
      <span className={classes.campaignState}>{campaignStates[status]}</span>
    </li>
  );
}
