import { randomUUID } from 'node:crypto';
import type { Endpoint, Role } from '@outcrop/contract';
import { hashCode, newCode } from '../src/core/sign-in/one-time-links.ts';
import { createSignInCode } from '../src/operator/accounts.ts';
import { sql } from '../src/platform/db/index.ts';
import { createClaimCode } from '../src/workspaces/claim-instance.ts';
import { newVisitor, type TestSession, type TestWorkspace, testPassword } from './accounts.ts';
import { totpCode } from './authenticator.ts';
import type { TestDatabase } from './database.ts';
import { connectMessage } from './inbox/connected-message.ts';
import { type OAuthProvider, startOAuthProvider } from './mail/oauth-provider.ts';
import { recordCreator } from './record-creator.ts';
import { type SampleRequest, sampleRequests, withExistingIds } from './sample-requests.ts';
import type { BrowserCredential, RequestCredential } from './send-request.ts';
import { type TestService, testService } from './service.ts';

/** A service, caller and request. The endpoint responds 200 to it. */
interface PreparedRequest {
  service: TestService;
  caller: RequestCredential;
  sample: SampleRequest;
}

type Prepare = (
  prepared: PreparedRequest & { workspace: TestWorkspace },
) => Promise<Partial<PreparedRequest>>;

/** The role that gets everything an endpoint returns: some viewer endpoints return more to admins. */
export const roleFor = ({ role, extraErrors }: Endpoint): Role =>
  role === 'viewer' && extraErrors.includes('insufficient_role') ? 'admin' : role;

/** Creates all records that the sample refers to, so that it is a valid request. */
export async function prepareRequest(
  endpoint: Endpoint,
  service: TestService,
  workspace?: TestWorkspace,
  given: SampleRequest = sampleRequests(endpoint)[0]!,
): Promise<PreparedRequest> {
  const at = workspace ?? (await service.workspace());
  const prepared = {
    service,
    workspace: at,
    caller: await at.callerFor(endpoint, roleFor(endpoint)),
    sample: await withExistingIds(endpoint, given, recordCreator(service.owner, at.id)),
  };
  return { ...prepared, ...(await prepare[endpoint.id]?.(prepared)) };
}

const unknownReply: Prepare = async ({ service, sample }) => {
  await service.owner.query(sql`
    update outbound_reply set status = 'unknown' where id = ${sample.params.replyId}`);
  return { sample };
};

const prepare: Record<string, Prepare> = {
  postSetupClaim: async ({ sample }) => {
    const service = await testService();
    return { service, sample: withBody(sample, { code: (await createClaimCode(service.owner))! }) };
  },
  postSignIn: async ({ workspace, sample }) => {
    const { email } = await workspace.session('viewer');
    return { sample: withBody(sample, { email }) };
  },
  postSignInSecondFactor: async ({ service, workspace, sample }) => {
    const session = await workspace.session('viewer');
    const { secret } = await setUpSecondFactor(service, session);
    const { email } = session;
    const caller: BrowserCredential = newVisitor();
    const begun = await service.call(caller, 'POST', '/api/v1/manage/sign-in', {
      body: { email, password: testPassword },
    });
    const code = totpCode(secret);
    return { caller: { ...caller, cookie: cookieFrom(begun) }, sample: withBody(sample, { code }) };
  },
  postSignInLink: async ({ service, workspace, sample }) => {
    const { email } = await workspace.session('viewer');
    return { sample: withBody(sample, { code: await createSignInCode(service.owner, email) }) };
  },
  postPasswordReset: async ({ service, workspace, sample }) => {
    const { userId } = await workspace.session('viewer');
    const code = newCode();
    // Stored in plain text, which the library still accepts.
    await service.owner.query(sql`
      insert into auth."verification" ("identifier", "value", "expiresAt")
      values (${`reset-password:${code}`}, ${userId}, now() + interval '1 hour')`);
    return { sample: withBody(sample, { code }) };
  },
  postMeFresh: async ({ service, caller, sample }) => {
    if (!('code' in sample.body)) return {};
    const { secret, cookie } = await setUpSecondFactor(service, caller as TestSession);
    return {
      caller: { ...(caller as TestSession), cookie },
      sample: withBody(sample, { code: totpCode(secret) }),
    };
  },
  postMeSecondFactorConfirm: async ({ service, caller, sample }) => {
    const secret = await beginSecondFactor(service, caller as TestSession);
    return { sample: withBody(sample, { code: totpCode(secret) }) };
  },
  postMeBackupCodes: async ({ service, caller }) => {
    const { cookie } = await setUpSecondFactor(service, caller as TestSession);
    return { caller: { ...(caller as TestSession), cookie } };
  },
  deleteMeSession: async ({ caller, sample }) => ({
    sample: { ...sample, params: { sessionId: (caller as TestSession).sessionId } },
  }),
  deleteToken: async ({ workspace, sample }) => ({
    sample,
    caller: await workspace.session('admin'),
  }),
  patchMailbox: async ({ workspace }) => ({ caller: await workspace.token('admin') }),
  postMailboxSignIn: async ({ service, workspace }) => ({
    service: await signInService(await startOAuthProvider(), service.database),
    caller: await workspace.token('admin'),
  }),
  postMailboxesSignIn: async ({ service, workspace, sample }) => {
    const provider = await startOAuthProvider();
    const own = await signInService(provider, service.database);
    const caller = await workspace.token('admin');
    const mailboxId = await recordCreator(service.owner, workspace.id)('mailbox');
    const path = `/api/v1/manage/mailboxes/${mailboxId}/sign-in`;
    const { data } = await own.call(caller, 'POST', path, { body: { provider: 'custom' } });
    const body = provider.signIn(data.url, 'ines');
    return { service: own, caller, sample: withBody(sample, body) };
  },
  deleteMailbox: async ({ workspace }) => ({ caller: await workspace.token('admin') }),
  postMailboxCheck: async ({ workspace }) => ({ caller: await workspace.token('admin') }),
  postMailboxTest: async ({ workspace }) => ({ caller: await workspace.token('admin') }),
  patchNote: async ({ workspace }) => ({ caller: await workspace.token('admin') }),
  deleteNote: async ({ workspace }) => ({ caller: await workspace.token('admin') }),
  postTokensRotate: async ({ workspace, sample }) => ({
    sample: withBody(sample, { workspaceName: workspace.name }),
  }),
  postTokensRevokeAll: async ({ workspace, sample }) => ({
    sample: withBody(sample, { workspaceName: workspace.name }),
  }),
  postConnectPoll: async ({ service, sample }) => ({
    sample: withBody(sample, { deviceCode: (await startConnect(service)).deviceCode }),
  }),
  postConnectEnd: async ({ workspace, sample }) => ({
    sample: withBody(sample, { token: await workspace.token('member') }),
  }),
  postConnectLook: withUserCode,
  postConnectConfirm: withUserCode,
  postConnectDeny: withUserCode,
  getEnrollmentWhy: async ({ service, workspace, sample }) => {
    await service.owner.query(sql`
      insert into enrollment (workspace_id, campaign_id, prospect_id)
      values (${workspace.id}, ${sample.params.campaignId}, ${sample.params.prospectId})`);
    return { sample };
  },
  postCampaignTestEmail: async ({ service, workspace, sample }) => {
    const { campaignId } = sample.params;
    const { stepId, variantId } = sample.body;
    const mailboxId =
      sample.body['mailboxId'] ?? (await recordCreator(service.owner, workspace.id)('mailbox'));
    const alternatives = variantId ? [{ id: variantId, subject: null, body: 'Hello' }] : [];
    await service.owner.query(sql`
      with sender as (
        insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id)
        values (${workspace.id}, ${campaignId}, ${mailboxId}))
      insert into campaign_step (workspace_id, campaign_id, position, kind, id, subject, body, alternatives)
      values (${workspace.id}, ${campaignId}, 1, 'email', ${stepId}, 'An idea', 'Hello',
              ${JSON.stringify(alternatives)})`);
    return { sample };
  },
  getMessageHtml: async ({ service, workspace, sample }) => {
    await service.owner.query(sql`
      with stored as (
        update message set stored_at = now()
        where workspace_id = ${workspace.id} and id = ${sample.params.messageId} returning *)
      insert into message_body (workspace_id, message_id, stored_at, text, html)
      select workspace_id, id, stored_at, 'Hello', '<p>Hello</p>' from stored`);
    return { sample };
  },
  getMessageAttachment: async ({ service, workspace, sample }) => {
    const { owner, database } = service;
    // Created together, with the same id.
    const { messageId } = sample.params as { messageId: string };
    await connectMessage(owner, workspace.id, { messageId, mailboxId: messageId });
    return { service: await testService({ config: { EGRESS_ALLOW: ['127.0.0.0/8'] }, database }) };
  },
  postReplyMarkSent: unknownReply,
  postReplySendAgain: unknownReply,
  postInvitationsLook: async ({ service, workspace, sample }) => ({
    sample: withBody(sample, { code: await createInvitation(service, workspace) }),
  }),
  postInvitationsAccept: async ({ service, workspace, sample }) => ({
    sample: withBody(sample, { code: await createInvitation(service, workspace) }),
  }),
};

/** A browser asks to connect. */
export async function startConnect(
  service: TestService,
  caller: BrowserCredential = newVisitor(),
): Promise<{ deviceCode: string; userCode: string }> {
  const { data } = await service.call(caller, 'POST', '/api/v1/connect/start', { body: {} });
  return data;
}

async function withUserCode({ service, sample }: PreparedRequest) {
  return { sample: withBody(sample, { code: (await startConnect(service)).userCode }) };
}

const withBody = (sample: SampleRequest, fields: Record<string, unknown>): SampleRequest => ({
  ...sample,
  body: { ...sample.body, ...fields },
});

/** A service with clients of this provider, and of Google. */
export const signInService = (provider: OAuthProvider, database?: TestDatabase) =>
  testService({
    config: {
      EGRESS_ALLOW: ['127.0.0.0/8'],
      GOOGLE_CLIENT_ID: 'outcrop',
      GOOGLE_CLIENT_SECRET: 'not used',
      MAIL_OAUTH_CLIENT_ID: provider.clientId,
      MAIL_OAUTH_CLIENT_SECRET: provider.clientSecret,
      MAIL_OAUTH_AUTHORIZE_URL: provider.authorizeUrl,
      MAIL_OAUTH_TOKEN_URL: provider.tokenUrl,
      MAIL_OAUTH_SMTP_URL: 'smtps://smtp.provider.example',
      MAIL_OAUTH_IMAP_URL: 'imap://imap.provider.example:1143',
    },
    ...(database && { database }),
  });

/** Creates an invitation, and returns its code. */
export async function createInvitation(
  service: TestService,
  workspace: TestWorkspace,
  email = `${randomUUID()}@outcrop.example`,
): Promise<string> {
  const code = newCode();
  await service.owner.query(sql`
    insert into invitation (workspace_id, id, email, role, code_hash, invited_by, expires_at)
    values (${workspace.id}, gen_random_uuid(), ${email}, 'viewer', ${hashCode(code)},
            ${(await workspace.session('admin')).userId}, now() + interval '1 day')`);
  return code;
}

const manage = (service: TestService, session: BrowserCredential, path: string, body: object) =>
  service.call(session, 'POST', `/api/v1/manage${path}`, { body });

/** The first cookie that a response sets, in the format of a request header. */
export const cookieFrom = ({ headers }: { headers: Headers }): string =>
  headers
    .getSetCookie()
    .filter((cookie) => !cookie.includes('Max-Age=0'))[0]!
    .split(';')[0]!;

const tokenFrom = (cookie: string): string =>
  decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')[0]!;

/** Starts the setup of a second factor, and returns its secret. */
async function beginSecondFactor(
  service: TestService,
  session: BrowserCredential,
): Promise<string> {
  const { data } = await manage(service, session, '/me/second-factor', { password: testPassword });
  return data.secret;
}

/** Sets up and confirms a second factor, which creates a new session. */
export async function setUpSecondFactor(
  service: TestService,
  session: BrowserCredential,
): Promise<{ secret: string; cookie: string; backupCodes: string[] }> {
  const { data } = await manage(service, session, '/me/second-factor', { password: testPassword });
  const { secret, backupCodes } = data;
  const confirmed = await manage(service, session, '/me/second-factor/confirm', {
    code: totpCode(secret),
  });
  // Allows the current code to be used a second time.
  await service.owner.query(sql`
    update auth."twoFactor" f set "lastUsedStep" = null
    from auth."session" s where s."userId" = f."userId" and s."token" = ${tokenFrom(cookieFrom(confirmed))}`);
  return { secret, cookie: cookieFrom(confirmed), backupCodes };
}
