import { allEndpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { codeInEmail, testMailServer } from '../../test/mail-server.ts';
import { prepareRequest } from '../../test/prepared-requests.ts';
import { testService } from '../../test/service.ts';
import { operatorCommands } from '../operator/operator-commands.ts';
import { sql } from '../platform/db/index.ts';

const mail = await testMailServer();
const service = await testService({
  config: { SMTP_URL: mail.url, MAIL_FROM: 'Outcrop <outcrop@fernhill.example>' },
});

const hostileNames = ['\n', '\r\n', '\t', '\u0085', '\u2028', '\u202e', '\u2066', '\u001b'].map(
  (character) => `Fern${character}hill`,
);
const operationsWithNames = [
  'postSetupClaim',
  'postInvitationsAccept',
  'postMembersIntegration',
  'patchWorkspace',
  'patchMe',
];

test('names of users and workspaces are limited to one line everywhere', async () => {
  for (const endpoint of allEndpoints.filter(({ id }) => operationsWithNames.includes(id))) {
    const fields = Object.keys(endpoint.body!.shape).filter((field) =>
      /^(n|workspaceN)ame$/.test(field),
    );
    const { service: at, caller, sample } = await prepareRequest(endpoint, service);
    // A request loses other control characters before its names are checked.
    for (const field of fields)
      for (const name of hostileNames.filter((one) => !one.includes('\u001b'))) {
        const answer = await at.callEndpoint(caller, endpoint, {
          ...sample,
          body: { ...sample.body, [field]: name },
        });
        expect(answer.error?.fieldErrors, `${endpoint.id} ${JSON.stringify(name)}`).toEqual({
          [field]: ['must be a single line without control characters'],
        });
      }
  }
  for (const name of hostileNames)
    await expect(
      operatorCommands['create-workspace']!(service.owner, 'a', { name, plan: 'free' }),
    ).rejects.toThrow('--name must be one line');
});

test('a multi-line name stored before that rule cannot add a line to an email', async () => {
  const workspace = await service.workspace();
  const admin = await workspace.session('admin');
  const name = 'Fernhill\n\nYour account is locked. Verify: https://evil.example\n';
  await service.owner.query(sql`update workspace set name = ${name} where id = ${workspace.id}`);
  await service.owner.query(
    sql`update auth."user" set "name" = ${'Mallory"\r\nBcc: x@evil.example'} where "id" = ${admin.userId}`,
  );
  const email = 'one-line@outcrop.example';
  const { data } = await service.call(admin, 'POST', '/api/v1/manage/invitations', {
    body: { email, role: 'viewer' },
  });
  expect(data.mailed).toBe(true);
  const { text } = mail.emails.find(({ to }) => to === email)!;
  expect(text).not.toMatch(/^(Your account|Bcc:)/m);
  expect(text).toContain(
    '"Mallory Bcc: x@evil.example" invites you to the workspace "Fernhill Your',
  );
  expect(codeInEmail(text)).toHaveLength(43);
});
