import { useRead } from '../../api/endpoints.ts';
import { Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import type { Campaign } from './campaign-labels.ts';
import classes from './campaigns.module.css';
import { bottleneckText, forecastHeadline } from './forecast-labels.ts';

/** When the emails of a campaign leave, in words. Nothing once all have left. */
export function Forecast({ campaign }: { campaign: Campaign }) {
  const forecast = useRead('getCampaignForecast', { params: { campaignId: campaign.id } });
  return (
    <QueryBoundary query={forecast} what="the forecast">
      {(data) => {
        const headline = forecastHeadline(data);
        return (
          headline !== null &&
          campaign.status !== 'archived' && (
            <Section title="Forecast">
              <Panel>
                <p>
                  <strong>{headline}.</strong> {data.lastEmailOn && bottleneckText(data)}
                </p>
                <p className={classes.secondary}>Assumes no replies.</p>
              </Panel>
            </Section>
          )
        );
      }}
    </QueryBoundary>
  );
}
