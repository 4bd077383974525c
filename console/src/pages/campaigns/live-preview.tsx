import { Alert } from '@mantine/core';
import {
  footerVariables,
  type MergeValues,
  type MergeVariable,
  missingVariables,
  renderTemplate,
} from '@outcrop/contract/merge-tags';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { type Campaign, versionName } from './campaign-labels.ts';
import classes from './campaigns.module.css';
import { type Draft, type EmailDraft, threadSubject, variableLabels } from './draft.ts';
import { ProspectChoice } from './prospect-choice.tsx';
import { TestEmail } from './test-email.tsx';

interface Props {
  campaign: Campaign;
  draft: Draft;
  step: EmailDraft;
  version: number;
  title: string;
  isDirty: boolean;
}

/** The text that is being edited, as one person would get it, also before it is saved. */
export function LivePreview({ isDirty, ...email }: Props) {
  const { campaign, step, version } = email;
  const [prospectId, setProspectId] = useState<string | null>(null);
  return (
    <section className={classes.preview} aria-label="Preview">
      <ProspectChoice campaignId={campaign.id} value={prospectId} onChange={setProspectId} />
      {prospectId && (
        <>
          <Rendered key={prospectId} prospectId={prospectId} {...email} />
          <TestEmail
            campaignId={campaign.id}
            prospectId={prospectId}
            stepId={step.id ?? null}
            variantId={step.versions[version]?.id ?? step.id ?? null}
            hasUnsavedChanges={isDirty}
          />
        </>
      )}
    </section>
  );
}

export const unknownSenderName = '(sender name)';
export const unsubscribeLink = '(unsubscribe link)';

const defaultFooter = 'Unsubscribe: {{unsubscribeUrl}}';

function Rendered({
  campaign,
  draft,
  step,
  version,
  title,
  prospectId,
}: Omit<Props, 'isDirty'> & { prospectId: string }) {
  const params = { campaignId: campaign.id };
  const { data } = useRead('getProspect', { params: { prospectId } });
  const senders = useRead('getCampaignMailboxes', { params });
  if (!data) return null;
  const senderName = senders.data?.mailboxes[0]?.name || unknownSenderName;
  const values: MergeValues = { ...data.prospect, senderName } as MergeValues;
  const text = step.versions[version]!;
  const own = text.subject.trim() || step.versions[0].subject.trim();
  const subject = own
    ? renderTemplate(own, values)
    : withRe(renderTemplate(threadSubject(draft, step), values));
  const footer = campaign.footer ?? defaultFooter;
  const link = { ...values, unsubscribeUrl: unsubscribeLink };
  const missing = new Set(
    [own, text.body, campaign.footer ?? ''].flatMap((each) => missingVariables(each, values)),
  );
  return (
    <>
      <article className={classes.email} aria-label={title}>
        <p className={classes.secondary}>
          {title}
          {step.versions.length > 1 && ` · ${versionName(version)}`} · to{' '}
          {data.prospect.email ?? '(no email address)'}
        </p>
        <p className={classes.subject}>{subject || '(no subject)'}</p>
        <pre className={classes.text}>
          {renderTemplate(text.body, values)}
          {'\n\n'}
          {renderTemplate(footer, link, footerVariables)}
        </pre>
      </article>
      <MissingVariables variables={[...missing]} />
    </>
  );
}

const withRe = (subject: string): string =>
  subject === '' || /^re:/i.test(subject) ? subject : `Re: ${subject}`;

export const MissingVariables = ({ variables }: { variables: MergeVariable[] }) =>
  variables.length > 0 && (
    <Alert mt="sm" color="warn" variant="light" icon={<IconAlertTriangle />}>
      This person has no {new Intl.ListFormat('en').format(variables.map(labelOf))}, so this email
      won’t be sent. Fill in the value, or add a fallback such as {`{{${variables[0]}|there}}`}.
    </Alert>
  );

export const TooLongEmail = ({ variable }: { variable: MergeVariable }) => (
  <Alert mt="sm" color="warn" variant="light" icon={<IconAlertTriangle />}>
    The {labelOf(variable)} of this person makes the email too long, so it won’t be sent. Shorten
    the value, or use it less often.
  </Alert>
);

const labelOf = (variable: MergeVariable): string => variableLabels[variable].toLowerCase();
