import type { CampaignStatus, Prospect } from '@outcrop/contract';
import { IconBan, IconSend } from '@tabler/icons-react';
import { useRead } from '../../api/endpoints.ts';
import { Badge } from '../../components/badge.tsx';
import { TextLink } from '../../components/links.tsx';
import { DrawerSection } from './drawer-section.tsx';
import classes from './prospect-dialogs.module.css';

type EnrolledCampaign = Prospect['campaigns'][number];

const campaignStatusLabels: Record<CampaignStatus, string> = {
  draft: 'Campaign not started',
  running: 'Campaign running',
  paused: 'Campaign paused',
  archived: 'Campaign archived',
};

export const Campaigns = ({ prospect }: { prospect: Prospect }) => (
  <DrawerSection title="Campaigns">
    <CampaignList prospect={prospect} />
  </DrawerSection>
);

export const CampaignList = ({ prospect }: { prospect: Prospect }) =>
  prospect.campaigns.length === 0 ? (
    <span className={classes.blank}>Not in any campaign</span>
  ) : (
    <ul className={classes.list}>
      {prospect.campaigns.map((campaign) => (
        <Campaign key={campaign.id} isExcluded={prospect.doNotContact} {...campaign} />
      ))}
    </ul>
  );

function Campaign({ id, status, isExcluded }: EnrolledCampaign & { isExcluded: boolean }) {
  const { data } = useRead('getCampaign', { params: { campaignId: id } });
  return (
    <li className={classes.campaign}>
      <TextLink
        inherit
        from="/w/$workspaceId"
        to="/w/$workspaceId/campaigns/$campaignId"
        params={(before) => ({ ...before, campaignId: id })}
        search={{}}
      >
        {data?.campaign.name ?? 'Campaign'}
      </TextLink>
      {isExcluded ? (
        <Badge icon={IconBan} color="danger">
          Excluded (do not contact)
        </Badge>
      ) : (
        <Badge icon={IconSend} color="info">
          Enrolled
        </Badge>
      )}
      <span className={classes.campaignState}>{campaignStatusLabels[status]}</span>
    </li>
  );
}
