import { randomUUID } from 'node:crypto';
import { type ManageResult, maxTestEmailsPerHour } from '@outcrop/contract';
import type { MergeValues } from '@outcrop/contract/merge-tags';
import { record } from '../core/audit/record.ts';
import { isEmailStep } from '../core/campaigns/step-rules.ts';
import {
  type MailboxRow,
  selectCampaignMailboxes,
  selectMailbox,
} from '../core/mailboxes/mailboxes.sql.ts';
import { openMailboxSmtp, type SmtpDeps } from '../core/mailboxes/open-smtp.ts';
import { buildEmail } from '../core/sending/compose-email.ts';
import { unsubscribePath } from '../core/sending/mail-tokens.ts';
import { selectRecipient } from '../core/sending/recipient.sql.ts';
import { defaultFooter, renderProblems } from '../core/sending/render.ts';
import { valuesOf } from '../core/sending/value-rules.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { integrationEmail } from '../core/workspaces/members.sql.ts';
import type { Tx } from '../platform/db/index.ts';
import { ApiError, fieldError, notFound } from '../platform/error.ts';
import type { PublicOrigin } from '../platform/http/public-origin.ts';
import { MailFailure } from '../platform/mail/mail-server.ts';
import { countTestEmails, selectCampaign } from './campaigns.sql.ts';
import { selectSteps } from './steps.sql.ts';
import { type WrittenEmail, writeEmails } from './write-emails.ts';

type TestDeps = Pick<SmtpDeps, 'egress' | 'credentials'> & { origin: PublicOrigin };
type TestCall = ManageCall<'postCampaignTestEmail', TestDeps>;
type Sent = ManageResult<'postCampaignTestEmail'>;

/** The caller waits. */
const timeouts = { beforeDotMs: 20_000, afterDotMs: 60_000 };
const hourMs = 3_600_000;
const note = 'This is a test. It does not count in results, and its unsubscribe link does nothing.';

/** Sends an email of a campaign to the user who asks for it. */
export async function postCampaignTestEmail(call: TestCall): Promise<Sent> {
  const { caller, actor, params, body, deps } = call;
  const { campaignId } = params;
  const to = caller.user.email;
  let written: Written | undefined;
  const begun = await call.commit(async (tx): Promise<Sent> => {
    written = await writeTest(tx, call);
    await limitTests(tx, new Date());
    const { stepId, prospectId } = body;
    const detail = { stepId, prospectId, mailboxId: written.mailbox.id };
    record({ tx, actor }, { action: 'campaign.test_email', target: campaignId, detail });
    return {
      ...sentAs(written, to),
      sent: false,
      problem: 'It is not known whether the email was sent.',
    };
  });
  if (begun.replayed) return begun.data;
  const { mailbox, email } = written!;
  const result = sentAs(written!, to);
  const problem = await submit(
    deps,
    caller.workspaceId,
    mailbox,
    { ...email, subject: result.subject },
    to,
  );
  return call.amend(async (): Promise<Sent> => ({ ...result, sent: problem === null, problem }));
}

type Written = Awaited<ReturnType<typeof writeTest>>;

const sentAs = ({ mailbox, email }: Written, to: string) => ({
  from: mailbox.address,
  to,
  subject: `[Test] ${email.subject}`,
});

/** The email, and the mailbox that sends it. */
async function writeTest(tx: Tx, { caller, params, body, deps }: TestCall) {
  const { campaignId } = params;
  const { prospectId, stepId, variantId } = body;
  if (caller.user.email === integrationEmail(caller.userId))
    throw fieldError('stepId', 'An integration user has no address. Use the token of a person.');
  const [campaign, steps, recipient, mailboxes] = await Promise.all([
    selectCampaign(tx, campaignId),
    selectSteps(tx, campaignId),
    selectRecipient(tx, prospectId),
    selectCampaignMailboxes(tx, caller.userId, campaignId),
  ]);
  if (!campaign) throw notFound('campaign', campaignId);
  if (!recipient) throw notFound('prospect', prospectId);
  const visible = mailboxes.filter(({ isVisible }) => isVisible);
  const chosen = body.mailboxId
    ? visible.find(({ id }) => id === body.mailboxId)
    : (visible.find(({ status }) => status === 'ok') ?? visible[0]);
  if (!chosen && body.mailboxId) throw notFound('mailbox', body.mailboxId);
  if (!chosen)
    throw fieldError('mailboxId', 'No mailbox that you can see sends this campaign. Choose one.');
  const step = steps.find(({ id }) => id === stepId);
  if (!step || !isEmailStep(step))
    throw fieldError('stepId', 'The campaign has no email with this id. Save the steps first.');
  if (variantId && ![step, ...step.alternatives].some(({ id }) => id === variantId))
    throw fieldError('variantId', 'The email has no alternative with this id.');

  const mailbox = (await selectMailbox(tx, chosen.id))!;
  const footer = `${campaign.footer ?? defaultFooter}\n\n${note}`;
  const unsubscribeUrl = deps.origin.page(`${unsubscribePath.slice(1)}/test`);
  const write = (values: MergeValues) =>
    writeEmails({
      ...{ steps, footer, prospectId, values, unsubscribeUrl },
      chosen: variantId === undefined ? undefined : { stepId, variantId },
    }).find((email) => email.stepId === stepId)!;
  const values = valuesOf(recipient, mailbox.name);
  const missing = renderProblems(write(values).template, campaign.footer, values);
  const asWritten = Object.fromEntries(missing.map((name) => [name, `{{${name}}}`]));
  return { mailbox, email: write({ ...values, ...asWritten }) };
}

async function limitTests(tx: Tx, at: Date): Promise<void> {
  const sent = await countTestEmails(tx, new Date(at.getTime() - hourMs));
  if (sent >= maxTestEmailsPerHour)
    throw new ApiError(
      'rate_limited',
      `This workspace has sent ${sent} test emails in the last hour, the maximum. Try again later.`,
      { retryAfter: 600 },
    );
}

/** Why it was not sent, or null. */
async function submit(
  { egress, credentials, origin }: TestDeps,
  workspaceId: string,
  mailbox: MailboxRow,
  { subject, text, html }: WrittenEmail,
  to: string,
): Promise<string | null> {
  const domain = mailbox.address.slice(mailbox.address.lastIndexOf('@') + 1);
  const { envelope, raw } = await buildEmail({
    // Not signed, so that an answer to it is not taken for one to the campaign.
    messageId: `<test.${randomUUID()}@${domain}>`,
    from: mailbox,
    to: { name: null, address: to },
    ...{ subject, text, html, at: new Date(), thread: null },
  });
  try {
    const hostName = new URL(origin.page('')).hostname;
    const deps = { egress, credentials, hostName, timeouts };
    const session = await openMailboxSmtp(deps, workspaceId, mailbox);
    try {
      await session.submit({ ...envelope, raw, dsn: null });
      return null;
    } finally {
      session.close();
    }
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    return error.message;
  }
}
