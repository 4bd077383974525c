import { randomUUID } from 'node:crypto';
import { type ManageResult, maxEmailLength, maxTestEmailsPerHour } from '@outcrop/contract';
import type { MergeValues } from '@outcrop/contract/merge-tags';
import { recordAudit } from '../core/audit/record-audit.ts';
import { isEmailStep } from '../core/campaigns/step-rules.ts';
import {
  type MailboxRow,
  selectCampaignMailboxes,
  selectMailbox,
} from '../core/mailboxes/mailbox-rows.sql.ts';
import { openMailboxSmtp, type SmtpDeps } from '../core/mailboxes/open-smtp.ts';
import { buildEmail } from '../core/sending/compose-email.ts';
import { unsubscribePath } from '../core/sending/mail-tokens.ts';
import { mergeTagValuesOf } from '../core/sending/merge-tag-value-rules.ts';
import { selectRecipient } from '../core/sending/recipient.sql.ts';
import { defaultFooter, renderProblems } from '../core/sending/render-email.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { integrationEmail } from '../core/workspaces/members.sql.ts';
import type { Tx } from '../platform/db/index.ts';
import { ApiError, fieldError, notFound } from '../platform/error.ts';
import type { PublicOrigin } from '../platform/http/public-origin.ts';
import { MailFailure } from '../platform/mail/mail-server.ts';
import { countTestEmails, selectCampaign } from './campaigns.sql.ts';
import { selectSteps } from './edited-steps.sql.ts';
import { type WrittenEmail, writeEmails } from './write-emails.ts';

type TestEmailDeps = Pick<SmtpDeps, 'egress' | 'credentials'> & { origin: PublicOrigin };
type TestEmailCall = ManageCall<'postCampaignTestEmail', TestEmailDeps>;
type TestEmailResult = ManageResult<'postCampaignTestEmail'>;

/** Short, because the caller waits. */
const timeouts = { beforeDotMs: 20_000, afterDotMs: 60_000 };
const hourMs = 3_600_000;
const note = 'This is a test. It does not count in results, and its unsubscribe link does nothing.';

/** Sends an email of a campaign to the caller. */
export async function postCampaignTestEmail(call: TestEmailCall): Promise<TestEmailResult> {
  const { caller, actor, params, body, deps } = call;
  const { campaignId } = params;
  const to = caller.user.email;
  let testEmail: TestEmail | undefined;
  const commitResult = await call.commit(async (tx): Promise<TestEmailResult> => {
    testEmail = await writeTestEmail(tx, call);
    await limitTestEmails(tx, new Date());
    const { stepId, prospectId } = body;
    const detail = { stepId, prospectId, mailboxId: testEmail.mailbox.id };
    recordAudit({ tx, actor }, { action: 'campaign.test_email', target: campaignId, detail });
    return {
      ...headersOf(testEmail, to),
      sent: false,
      problem: 'It is not known whether the email was sent.',
    };
  });
  if (commitResult.replayed) return commitResult.data;
  const { mailbox, email } = testEmail!;
  const result = headersOf(testEmail!, to);
  const problem = await submitTestEmail(
    deps,
    caller.workspaceId,
    mailbox,
    { ...email, subject: result.subject },
    to,
  );
  return call.amend(
    async (): Promise<TestEmailResult> => ({ ...result, sent: problem === null, problem }),
  );
}

type TestEmail = Awaited<ReturnType<typeof writeTestEmail>>;

const headersOf = ({ mailbox, email }: TestEmail, to: string) => ({
  from: mailbox.address,
  to,
  subject: `[Test] ${email.subject}`,
});

/** Writes the email and chooses its mailbox. */
async function writeTestEmail(tx: Tx, { caller, params, body, deps }: TestEmailCall) {
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
  const sender = body.mailboxId
    ? visible.find(({ id }) => id === body.mailboxId)
    : (visible.find(({ status }) => status === 'ok') ?? visible[0]);
  if (!sender && body.mailboxId) throw notFound('mailbox', body.mailboxId);
  if (!sender)
    throw fieldError('mailboxId', 'No mailbox that you can see sends this campaign. Choose one.');
  const step = steps.find(({ id }) => id === stepId);
  if (!step || !isEmailStep(step))
    throw fieldError('stepId', 'The campaign has no email with this id. Save the steps first.');
  if (variantId && ![step, ...step.alternatives].some(({ id }) => id === variantId))
    throw fieldError('variantId', 'The email has no alternative with this id.');

  const mailbox = (await selectMailbox(tx, sender.id))!;
  const footer = `${campaign.footer ?? defaultFooter}\n\n${note}`;
  const unsubscribeUrl = deps.origin.page(`${unsubscribePath.slice(1)}/test`);
  const write = (values: MergeValues) =>
    writeEmails({
      ...{ steps, footer, prospectId, values, unsubscribeUrl },
      chosenVariant: variantId === undefined ? undefined : { stepId, variantId },
    }).find((email) => email.stepId === stepId)!;
  const values = mergeTagValuesOf(recipient, mailbox.name);
  const { template, tooLong } = write(values);
  if (tooLong !== null)
    throw fieldError(
      'prospectId',
      `{{${tooLong}}} makes this email longer than ${maxEmailLength.toLocaleString('en')} characters for this prospect. Use the variable less often.`,
    );
  const missing = renderProblems(template, campaign.footer, values);
  const asWritten = Object.fromEntries(missing.map((name) => [name, `{{${name}}}`]));
  return { mailbox, email: write({ ...values, ...asWritten }) };
}

async function limitTestEmails(tx: Tx, at: Date): Promise<void> {
  const sent = await countTestEmails(tx, new Date(at.getTime() - hourMs));
  if (sent >= maxTestEmailsPerHour)
    throw new ApiError(
      'rate_limited',
      `This workspace has sent ${sent} test emails in the last hour, the maximum. Try again later.`,
      { retryAfter: 600 },
    );
}

/** Returns the reason if the email was not sent, or null. */
async function submitTestEmail(
  { egress, credentials, origin }: TestEmailDeps,
  workspaceId: string,
  mailbox: MailboxRow,
  { subject, text, html }: WrittenEmail,
  to: string,
): Promise<string | null> {
  const domain = mailbox.address.slice(mailbox.address.lastIndexOf('@') + 1);
  const { envelope, raw } = await buildEmail({
    // The id is not signed, so that a reply to the test does not count as a reply to the campaign.
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
