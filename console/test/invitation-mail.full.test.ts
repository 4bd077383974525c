import { expect, test } from 'vitest';
import { codeInEmail, testMailServer } from '../../server/test/mail-server.ts';
import { testService } from '../../server/test/service.ts';
import { heading } from './forms.ts';
import { testConsole } from './test-console.ts';
import { press } from './tokens.ts';

const instance = await testConsole();
const mail = await testMailServer();
const service = await testService({
  database: instance.service.database,
  config: { SMTP_URL: mail.url, MAIL_FROM: 'Outcrop <outcrop@fernhill.example>' },
});

test('with email set up, invitations are emailed and the link is shown only if that fails', async () => {
  const workspace = await service.workspace();
  const { cookie } = await workspace.session('admin');
  const { page } = await instance.visitor();
  const [name = '', value = ''] = cookie!.split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: service.origin }]);
  await page.goto(`${service.origin}/w/${workspace.id}/settings/members`);

  await press(page, 'Invite member');
  await page.getByText("They'll get an email with a link").waitFor();
  await page.getByLabel('Email', { exact: true }).fill('aiko@fernhill.example');
  await press(page, 'Invite');
  await page.getByText('We sent an invitation to aiko@fernhill.example').waitFor();
  await expect.poll(() => page.getByRole('region', { name: 'invitation link' }).count()).toBe(0);
  await press(page, 'Done');
  const [letter] = mail.emails;
  const guest = await instance.visitor();
  await guest.page.goto(`${service.origin}/invitation#${codeInEmail(letter!.text)}`);
  await heading(guest.page, `Join ${workspace.name}`).waitFor();

  mail.holdAll().refuse();
  await press(page, 'Invite member');
  await page.getByLabel('Email', { exact: true }).fill('nobody@fernhill.example');
  await press(page, 'Invite');
  await page.getByText('No email was sent. Share this link').waitFor();
  await page.getByRole('region', { name: 'invitation link' }).waitFor();
});
