import { expect, test } from 'vitest';
import { codeIn, testMailServer } from '../../server/test/mail-server.ts';
import { testService } from '../../server/test/service.ts';
import { heading } from './forms.ts';
import { consoleGround } from './ground.ts';
import { press } from './tokens.ts';

const ground = await consoleGround();
const mail = await testMailServer();
const service = await testService({
  database: ground.service.database,
  config: { SMTP_URL: mail.url, MAIL_FROM: 'Outcrop <outcrop@fernhill.example>' },
});

test('where mail can be sent, an invitation is mailed, and the link shown only if it did not leave [console.members]', async () => {
  const workspace = await service.workspace();
  const { cookie } = await workspace.session('admin');
  const { page } = await ground.visitor();
  const [name = '', value = ''] = cookie!.split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: service.origin }]);
  await page.goto(`${service.origin}/w/${workspace.id}/settings/members`);

  await press(page, 'Invite someone');
  await page.getByText('They get a mail with a link').waitFor();
  await page.getByLabel('E-mail address').fill('aiko@fernhill.example');
  await press(page, 'Invite');
  await page.getByText('A mail is on its way to aiko@fernhill.example').waitFor();
  await expect.poll(() => page.getByRole('region', { name: 'invitation link' }).count()).toBe(0);
  await press(page, 'Done');
  const [letter] = mail.letters;
  const guest = await ground.visitor();
  await guest.page.goto(`${service.origin}/invitation#${codeIn(letter!.text)}`);
  await heading(guest.page, `Join ${workspace.name}`).waitFor();

  mail.refuse();
  await press(page, 'Invite someone');
  await page.getByLabel('E-mail address').fill('nobody@fernhill.example');
  await press(page, 'Invite');
  await page.getByText('No mail was sent. Pass this link on').waitFor();
  await page.getByRole('region', { name: 'invitation link' }).waitFor();
});
