import { useRead } from '../../api/endpoints.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { type Campaign, stepName, versionText } from './campaign-labels.ts';
import classes from './campaigns.module.css';
import { Missing } from './live-preview.tsx';

interface Props {
  campaign: Campaign;
  prospectId: string;
}

/** Every saved email as the server would send it to one person. */
export function PersonPreview({ campaign, prospectId }: Props) {
  const preview = useRead('getCampaignPreview', {
    params: { campaignId: campaign.id },
    query: { prospectId },
  });
  return (
    <QueryBoundary query={preview} what="the preview">
      {({ emails }) =>
        emails.map(({ stepId, variantId, subject, text, missing }) => (
          <article key={stepId} className={classes.email} aria-label={stepName(campaign, stepId)}>
            <p className={classes.secondary}>
              {stepName(campaign, stepId)}
              {versionText(campaign, { stepId, variantId })}
            </p>
            <p className={classes.subject}>{subject}</p>
            <pre className={classes.text}>
              {text.replaceAll('{{unsubscribeUrl}}', '(link to unsubscribe)')}
            </pre>
            <Missing variables={missing} />
          </article>
        ))
      }
    </QueryBoundary>
  );
}
