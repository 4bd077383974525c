import { useRead } from '../../api/endpoints.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { type Campaign, stepName, versionText } from './campaign-labels.ts';
import classes from './campaigns.module.css';
import {
  MissingVariables,
  TooLongEmail,
  unknownSenderName,
  unsubscribeLink,
} from './live-preview.tsx';

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
        emails.map(({ stepId, variantId, subject, text, missing, tooLong }) => (
          <article key={stepId} className={classes.email} aria-label={stepName(campaign, stepId)}>
            <p className={classes.secondary}>
              {stepName(campaign, stepId)}
              {versionText(campaign, { stepId, variantId })}
            </p>
            <p className={classes.subject}>{withoutPlaceholders(subject)}</p>
            <pre className={classes.text}>{withoutPlaceholders(text)}</pre>
            {tooLong !== null && <TooLongEmail variable={tooLong} />}
            <MissingVariables variables={missing.filter((each) => each !== tooLong)} />
          </article>
        ))
      }
    </QueryBoundary>
  );
}

/** What the server leaves open: the link, and the name of a mailbox that is not chosen yet. */
const withoutPlaceholders = (text: string): string =>
  text
    .replaceAll('{{unsubscribeUrl}}', unsubscribeLink)
    .replaceAll('{{senderName}}', unknownSenderName);
