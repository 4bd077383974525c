import { roles } from '@outcrop/contract';
import { z } from 'zod';
import type { Database } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import { PublicOrigin } from '../platform/http/public-origin.ts';
import {
  createToken,
  type IssuedToken,
  revokeAllTokens,
  revokeToken,
  rotateTokens,
} from '../tokens/tokens.ts';
import { createClaimCode } from '../workspaces/claim-instance.ts';
import {
  addUser,
  changeRole,
  createSignInCode,
  createWorkspace,
  removeUser,
  upsertPlan,
} from './accounts.ts';

type Result = Record<string, string | number | boolean | Date | null>;
type Command = (
  db: Database,
  cell: string,
  options: object,
  origin?: PublicOrigin,
) => Promise<Result>;

const withMessage = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : message),
});

const id = z.guid(withMessage('must be a UUID'));
const name = z
  .string(withMessage('must be text'))
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'must have at most 200 characters')
  .regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, 'must be one line');
const role = z.enum(roles, withMessage(`must be one of ${roles.join(', ')}`));
const amount = z
  .string(withMessage('must be a number'))
  .regex(/^\d{1,9}$/, 'must be a whole number of at most nine digits')
  .transform(Number);
const days = z.enum(['30', '90', '365'], 'must be 30, 90 or 365').transform(Number);
const inWorkspace = z.strictObject({ workspace: id });
const ofUser = inWorkspace.extend({ user: id });

/** Each command validates its own options and rejects others. */
const command =
  <S extends z.ZodObject>(
    schema: S,
    run: (
      db: Database,
      options: z.output<S>,
      cell: string,
      origin: PublicOrigin,
    ) => Promise<Result>,
  ): Command =>
  async (db, cell, options, origin = new PublicOrigin(undefined)) => {
    const parsed = schema.safeParse(options);
    if (parsed.success) return run(db, parsed.data, cell, origin);
    const problems = parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => `  --${key} is not an option of this command`)
        : `  --${issue.path.join('.')} ${issue.message}`,
    );
    throw new ApiError('validation_error', `Invalid options:\n${problems.join('\n')}`);
  };

const tokenOutput = ({ id: tokenId, secret, name: tokenName, expiresAt }: IssuedToken) => ({
  tokenId,
  token: secret,
  name: tokenName,
  expiresAt,
});

export const operatorCommands: Record<string, Command> = {
  'set-plan': command(
    z.strictObject({
      id: z
        .string(withMessage('must be text'))
        .regex(/^[a-z0-9-]{1,40}$/, 'must have 1 to 40 lower-case letters, digits or hyphens'),
      name,
      imports: amount,
      credits: amount,
      'storage-mb': amount.optional(),
      'without-enrichment': z.boolean().default(false),
    }),
    async (db, { id: planId, name: planName, imports, credits, ...plan }) => {
      const enrichment = !plan['without-enrichment'];
      const [row] = await db.query<{ storageMb: number }>(
        upsertPlan(planId, planName, imports, credits, enrichment, plan['storage-mb']),
      );
      return { planId, name: planName, imports, credits, ...row, enrichment };
    },
  ),
  'create-workspace': command(
    z.strictObject({ name, plan: z.string().default('free') }),
    async (db, { name: workspaceName, plan }) => {
      const workspace = await createWorkspace(db, workspaceName, plan);
      return { workspaceId: workspace.id, name: workspaceName, plan };
    },
  ),
  'create-user': command(
    inWorkspace.extend({
      name,
      email: z.email(withMessage('must be a valid email address')),
      role: role.default('member'),
    }),
    async (db, { workspace, ...person }) => {
      const user = await db.transaction(workspace, (tx) => addUser(tx, person));
      return { userId: user.id, ...person, role: user.role };
    },
  ),
  'set-role': command(ofUser.extend({ role }), async (db, { workspace, user, role: newRole }) => {
    await db.transaction(workspace, (tx) => changeRole(tx, user, newRole));
    return { userId: user, role: newRole };
  }),
  'remove-user': command(ofUser, async (db, { workspace, user }) => {
    await db.transaction(workspace, (tx) => removeUser(tx, user));
    return { removed: user };
  }),
  'create-token': command(
    ofUser.extend({ name: name.default('API token'), 'expires-days': days.optional() }),
    async (
      db,
      { workspace, user, name: tokenName, 'expires-days': expiresInDays = null },
      cell,
    ) => {
      const request = { cell, userId: user, name: tokenName, expiresInDays };
      return tokenOutput(await db.transaction(workspace, (tx) => createToken(tx, request)));
    },
  ),
  'revoke-token': command(inWorkspace.extend({ token: id }), async (db, { workspace, token }) => {
    await db.transaction(workspace, (tx) => revokeToken(tx, token));
    return { revoked: token };
  }),
  rotate: command(
    ofUser.extend({ name: name.default('API token') }),
    async (db, { workspace, user, name: tokenName }, cell) => {
      const request = { cell, userId: user, name: tokenName, expiresInDays: null };
      const { ended, token } = await db.transaction(workspace, (tx) => rotateTokens(tx, request));
      return { ended, ...tokenOutput(token) };
    },
  ),
  'claim-link': command(z.strictObject({}), async (db, _options, _cell, origin) => {
    const code = await createClaimCode(db);
    if (code === null)
      throw new ApiError(
        'not_found',
        'This instance is already claimed. Use "sign-in-link" for a user who is locked out.',
      );
    return { link: origin.link('claim', code), worksFor: '24 hours, once' };
  }),
  'sign-in-link': command(
    z.strictObject({ email: z.email(withMessage('must be a valid email address')) }),
    async (db, { email }, _cell, origin) => ({
      link: origin.link('link', await createSignInCode(db, email)),
      worksFor: '1 hour, once',
    }),
  ),
  'revoke-all': command(inWorkspace, async (db, { workspace }) => ({
    ended: await db.transaction(workspace, (tx) => revokeAllTokens(tx)),
  })),
};
