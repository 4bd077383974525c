import { randomUUID } from 'node:crypto';
import type { Endpoint, Role } from '@outcrop/contract';
import { offerClaim } from '../src/accounts/claim.ts';
import { offerSignIn } from '../src/accounts/sign-in-links.ts';
import { hashCode, newCode } from '../src/identity/codes.ts';
import { sql } from '../src/platform/db/index.ts';
import { password, type TestSession, type TestWorkspace, visitor } from './accounts.ts';
import { codeOf } from './authenticator.ts';
import type { Browser, Credential } from './call.ts';
import { recordsIn } from './records.ts';
import { type Sample, samplesOf, withRecords } from './samples.ts';
import { type TestService, testService } from './service.ts';

/** All that must be so for a line to answer 200: who asks whom, and for what. */
interface Rehearsed {
  service: TestService;
  caller: Credential;
  sample: Sample;
}

type Prepare = (stage: Rehearsed & { workspace: TestWorkspace }) => Promise<Partial<Rehearsed>>;

/** The role that may ask for all that a line gives: one for everybody may give more to Admins. */
export const roleFor = ({ role, alsoAnswers }: Endpoint): Role =>
  role === 'viewer' && alsoAnswers.includes('insufficient_role') ? 'admin' : role;

/** Makes everything that the sample speaks of, so that it is rightly asked. */
export async function rehearse(
  line: Endpoint,
  service: TestService,
  workspace?: TestWorkspace,
  given: Sample = samplesOf(line)[0]!,
): Promise<Rehearsed> {
  const at = workspace ?? (await service.workspace());
  const stage = {
    service,
    workspace: at,
    caller: await at.callerOf(line, roleFor(line)),
    sample: await withRecords(line, given, recordsIn(service.owner, at.id)),
  };
  return { ...stage, ...(await prepare[line.id]?.(stage)) };
}

const prepare: Record<string, Prepare> = {
  postSetupClaim: async ({ sample }) => {
    const service = await testService();
    return { service, sample: withBody(sample, { code: (await offerClaim(service.owner))! }) };
  },
  postSignIn: async ({ workspace, sample }) => {
    const { email } = await workspace.session('viewer');
    return { sample: withBody(sample, { email }) };
  },
  postSignInSecondFactor: async ({ service, workspace, sample }) => {
    const session = await workspace.session('viewer');
    const { secret } = await setUpSecondFactor(service, session);
    const { email } = session;
    const caller: Browser = visitor();
    const begun = await service.call(caller, 'POST', '/api/v1/manage/sign-in', {
      body: { email, password },
    });
    const code = codeOf(secret);
    return { caller: { ...caller, cookie: cookieIn(begun) }, sample: withBody(sample, { code }) };
  },
  postSignInLink: async ({ service, workspace, sample }) => {
    const { email } = await workspace.session('viewer');
    return { sample: withBody(sample, { code: await offerSignIn(service.owner, email) }) };
  },
  postPasswordReset: async ({ service, workspace, sample }) => {
    const { userId } = await workspace.session('viewer');
    const code = newCode();
    // As the library keeps it before it hashes it; it still finds those.
    await service.owner.ask(sql`
      insert into auth."verification" ("identifier", "value", "expiresAt")
      values (${`reset-password:${code}`}, ${userId}, now() + interval '1 hour')`);
    return { sample: withBody(sample, { code }) };
  },
  postMeFresh: async ({ service, caller, sample }) => {
    if (!('code' in sample.body)) return {};
    const { secret, cookie } = await setUpSecondFactor(service, caller as TestSession);
    return {
      caller: { ...(caller as TestSession), cookie },
      sample: withBody(sample, { code: codeOf(secret) }),
    };
  },
  postMeSecondFactorConfirm: async ({ service, caller, sample }) => {
    const secret = await secretOf(service, caller as TestSession);
    return { sample: withBody(sample, { code: codeOf(secret) }) };
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
  postTokensRotate: async ({ workspace, sample }) => ({
    sample: withBody(sample, { workspaceName: workspace.name }),
  }),
  postTokensRevokeAll: async ({ workspace, sample }) => ({
    sample: withBody(sample, { workspaceName: workspace.name }),
  }),
  postInvitationsLook: async ({ service, workspace, sample }) => ({
    sample: withBody(sample, { code: await invite(service, workspace) }),
  }),
  postInvitationsAccept: async ({ service, workspace, sample }) => ({
    sample: withBody(sample, { code: await invite(service, workspace) }),
  }),
};

const withBody = (sample: Sample, fields: Record<string, unknown>): Sample => ({
  ...sample,
  body: { ...sample.body, ...fields },
});

/** The code of an invitation. */
export async function invite(
  service: TestService,
  workspace: TestWorkspace,
  email = `${randomUUID()}@outcrop.example`,
): Promise<string> {
  const code = newCode();
  await service.owner.ask(sql`
    insert into invitation (workspace_id, id, email, role, code_hash, invited_by, expires_at)
    values (${workspace.id}, gen_random_uuid(), ${email}, 'viewer', ${hashCode(code)},
            ${(await workspace.session('admin')).userId}, now() + interval '1 day')`);
  return code;
}

const manage = (service: TestService, session: Browser, path: string, body: object) =>
  service.call(session, 'POST', `/api/v1/manage${path}`, { body });

/** The first cookie that an answer sets, as the browser sends it back. */
export const cookieIn = ({ headers }: { headers: Headers }): string =>
  headers
    .getSetCookie()
    .filter((cookie) => !cookie.includes('Max-Age=0'))[0]!
    .split(';')[0]!;

const tokenIn = (cookie: string): string =>
  decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')[0]!;

/** The secret of a second factor that is not confirmed yet. */
async function secretOf(service: TestService, session: Browser): Promise<string> {
  const { data } = await manage(service, session, '/me/second-factor', { password });
  return data.secret;
}

/** A second factor that is asked for from now on. Confirming it gives a new session. */
export async function setUpSecondFactor(
  service: TestService,
  session: Browser,
): Promise<{ secret: string; cookie: string; backupCodes: string[] }> {
  const { data } = await manage(service, session, '/me/second-factor', { password });
  const { secret, backupCodes } = data;
  const confirmed = await manage(service, session, '/me/second-factor/confirm', {
    code: codeOf(secret),
  });
  // The code that is shown now was used up by that; as if the next one were shown already.
  await service.owner.ask(sql`
    update auth."twoFactor" f set "lastUsedStep" = null
    from auth."session" s where s."userId" = f."userId" and s."token" = ${tokenIn(cookieIn(confirmed))}`);
  return { secret, cookie: cookieIn(confirmed), backupCodes };
}
