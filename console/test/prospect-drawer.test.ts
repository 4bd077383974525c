import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { editor } from '../../server/test/editor.ts';
import { makeCampaign } from '../../server/test/outreach.ts';
import { consoleGround, expectAccessible, expectNoSidewaysScrolling } from './ground.ts';

const ground = await consoleGround();
const { service } = ground;

const amara = {
  fullName: 'Amara Okafor',
  title: 'Head of Procurement',
  companyName: 'Saltmarsh Foods',
  email: 'amara@saltmarsh.example',
};
const henrik = {
  fullName: 'Henrik Lund',
  companyName: 'Nordlys',
  email: 'henrik@nordlys.example',
  phone: '+47 22 123456',
};

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click();
const drawerOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('a person is moved, marked, listed and tagged in their drawer, each with a way back, and the timeline tells it [console.prospect]', async () => {
  const account = await editor(service);
  const id = await account.person(amara, {
    listName: 'Trade fair',
    sourceType: 'extension_search',
  });
  await account.bulk({ action: 'tag', tagName: 'Warm', prospectIds: await account.people(1) });
  await account.edit(id, { title: 'Chief Procurement Officer' });
  const campaignId = await makeCampaign(service.owner, account.workspace.id, { name: 'Spring' });
  await service.call(account.token, 'POST', '/campaigns', {
    body: { campaignId, prospectIds: [id] },
  });

  const { page, open } = await ground.member(account.workspace, 'member');
  await open(`~/prospects?prospect=${id}`);
  const drawer = drawerOf(page, 'Amara Okafor');
  const timeline = drawer.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('Added from a people search, with the extension').waitFor();
  await timeline
    .getByText('Title changed from “Head of Procurement” to “Chief Procurement Officer”')
    .waitFor();
  await timeline.getByText('Enrolled in the campaign “Spring”').waitFor();
  await drawer.getByText(/^Changed just now by a token$/).waitFor();
  await drawer.getByRole('link', { name: 'Spring' }).waitFor();

  await drawer.getByRole('button', { name: 'Stage: New' }).click();
  await page.getByRole('menuitem', { name: 'Meeting' }).click();
  await timeline.getByText('Moved from New to Meeting').waitFor();
  await press(page, 'Undo');
  await drawer.getByRole('button', { name: 'Stage: New' }).waitFor();

  await press(page, 'Do not contact');
  await drawer.getByText('No campaign takes them').waitFor();
  await timeline.getByText('Marked do-not-contact').waitFor();
  await press(page, 'Allow contact again');
  await timeline.getByText('The do-not-contact mark was lifted').waitFor();

  const tags = drawer.getByRole('list', { name: 'Tags' });
  await press(page, 'Add a tag');
  await page.getByRole('option', { name: 'Warm' }).click();
  await tags.getByRole('link', { name: 'Warm' }).waitFor();
  await press(page, 'Add a tag');
  await page.keyboard.type('Speaks Igbo');
  await page.getByRole('option', { name: 'New tag “Speaks Igbo”' }).waitFor();
  await page.keyboard.press('Enter');
  await tags.getByRole('link', { name: 'Speaks Igbo' }).waitFor();
  await press(page, 'Take off the list Trade fair');
  await drawer.getByText('On no list.').waitFor();
  await timeline.getByText('Left the list “Trade fair”').waitFor();
  expect(await account.read(id)).toMatchObject({
    stage: 'new',
    doNotContact: false,
    lists: [],
    tags: [{ name: 'Speaks Igbo' }, { name: 'Warm' }],
  });

  // Escape ends the menu, then the drawer.
  await drawer.getByRole('button', { name: 'Stage: New' }).click();
  await page.getByRole('menuitem', { name: 'Meeting' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Meeting' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('two people edit the same person: the second is told, sees what is there, and takes it over or insists [console.prospect-edit]', async () => {
  const account = await editor(service);
  const id = await account.person(amara);
  const first = await ground.member(account.workspace, 'member');
  const second = await ground.member(account.workspace, 'member');
  const begin = async ({ page, open }: typeof first, fields: Record<string, string>) => {
    await open(`~/prospects?prospect=${id}`);
    await press(page, 'Edit');
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(value);
  };
  await begin(first, { Title: 'Buyer', Location: 'Lagos' });
  await begin(second, { Title: 'Director', Phone: '+234 1 234567' });
  await press(first.page, 'Save');
  await first.page.getByRole('heading', { name: 'Details' }).waitFor();

  const { page } = second;
  await press(page, 'Save');
  const told = page.getByRole('alert');
  await told.getByText('Somebody else changed this person meanwhile').waitFor();
  await told
    .getByText('Title is now “Buyer”; it was “Head of Procurement”. You have “Director”.')
    .waitFor();
  await told.getByText('Location is now “Lagos”; it was blank.').waitFor();
  await press(page, 'Save my changes over it');
  await page.getByRole('heading', { name: 'Details', exact: true }).waitFor();
  expect(await account.read(id)).toMatchObject({
    title: 'Director',
    locationName: 'Lagos',
    phone: '+234 1 234567',
  });

  await press(page, 'Edit');
  await page.getByLabel('Phone').fill('');
  await account.edit(id, { companyName: 'Saltmarsh' });
  await press(page, 'Save');
  await told.getByText('Company is now “Saltmarsh”; it was “Saltmarsh Foods”.').waitFor();
  await press(page, 'Take what is there now');
  await told.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByLabel('Company').inputValue()).toBe('Saltmarsh');
  await page.getByLabel('Location').fill('');
  await press(page, 'Save');
  await page.getByRole('heading', { name: 'Details', exact: true }).waitFor();
  expect(await account.read(id)).toMatchObject({ phone: '+234 1 234567', locationName: null });
  expect(second.complaints.splice(0).join()).toMatch(/^(.*422.*,?){2}$/);
});

test('an address that another record has leads to that record or to merging the two, of which the kept one opens [console.prospect-edit console.prospect-merge]', async () => {
  const account = await editor(service);
  const goneId = await account.person({ fullName: 'Henrik Lund', companyName: 'Nordlys AS' });
  const keptId = await account.person(henrik, { listName: 'Trade fair' });
  const { page, open, complaints } = await ground.member(account.workspace, 'member');
  await open(`~/prospects?prospect=${goneId}`);
  await press(page, 'Edit');
  await page.getByLabel('E-mail').fill(henrik.email);
  await press(page, 'Save');
  await page.getByText('Another record has this address already.').waitFor();
  await page.getByRole('link', { name: 'Open the other record' }).click();
  await page
    .getByText(henrik.phone.replaceAll(' ', ''))
    .or(page.getByText(henrik.phone))
    .first()
    .waitFor();
  await page.goBack();
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/422/)]);

  // Escape ends the dialog alone. The other is found by name, without having to type.
  await press(page, 'Merge…');
  await page.getByRole('list', { name: 'Found' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('list', { name: 'Found' }).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Merge…');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Found' }).getByText(henrik.email).click();
  const dialog = page.getByRole('dialog', { name: 'Merge two records' });
  await dialog.getByText('Joins the list “Trade fair”.').waitFor();
  await dialog.getByText(`E-mail is filled with “${henrik.email}”.`).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  await press(page, 'Keep the other one');
  await dialog.getByText('No blank field is filled.').waitFor();
  await press(page, 'Merge');
  await dialog.waitFor({ state: 'detached' });
  const drawer = drawerOf(page, 'Henrik Lund');
  await drawer.getByText('Another record of this person was merged into this one').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('prospect')).toBe(keptId);
  expect(await account.read(keptId)).toMatchObject({
    email: henrik.email,
    companyName: 'Nordlys',
    lists: [{ name: 'Trade fair' }],
  });

  await open(`~/prospects?prospect=${goneId}`);
  await page.getByText('This person is not here').waitFor();
  expect(complaints.splice(0).join()).toMatch(/404/);
});

test('someone who is known already is not changed before the user has seen both values and says how [console.prospect-add-asks]', async () => {
  const account = await editor(service);
  const { email } = amara;
  const id = await account.person({ fullName: 'Amara Okafor', email, companyName: 'Saltmarsh' });
  const { page, open } = await ground.member(account.workspace, 'member');
  await open('~/prospects');
  const enter = async () => {
    await press(page, 'Add a person');
    const dialog = page.getByRole('dialog');
    for (const [label, value] of [
      ['Full name', 'Someone Else'],
      ['E-mail', email.toUpperCase()],
      ['Title', 'Buyer'],
    ] as const)
      await dialog.getByLabel(label, { exact: true }).fill(value);
    await press(page, 'Add');
    await page.getByText('This email already belongs to Amara Okafor.').waitFor();
  };
  const before = await account.read(id);
  await enter();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  const table = page.getByRole('table', { name: 'What would change' });
  await table.getByRole('row', { name: 'Full name Amara Okafor Someone Else' }).waitFor();
  await table.getByRole('row', { name: 'Title Blank Buyer' }).waitFor();
  await press(page, 'Back');
  await page.getByRole('dialog').getByLabel('Title', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  expect(await account.read(id)).toEqual(before);

  await enter();
  await press(page, 'Fill in blanks');
  await page.getByText('Amara Okafor was updated.').waitFor();
  expect(await account.read(id)).toMatchObject({ fullName: 'Amara Okafor', title: 'Buyer', email });
  await press(page, 'Open');
  await drawerOf(page, 'Amara Okafor').waitFor();
  await press(page, 'Close');

  await enter();
  await press(page, 'Overwrite');
  await page.getByText('Someone Else was updated.').waitFor();
  expect(await account.read(id)).toMatchObject({ fullName: 'Someone Else', email });
});

test('someone is added by hand, and what became of it is said: new, known, two records at once, no quota left [console.prospect-add]', async () => {
  const account = await editor(service);
  const { page, open } = await ground.member(account.workspace, 'member');
  await open('~/prospects');
  const add = async (fields: Record<string, string>) => {
    for (const [label, value] of Object.entries(fields))
      await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value);
    await press(page, 'Add');
  };
  await press(page, 'Add a person');
  await expectAccessible(page);
  await add({ 'Full name': 'Amara Okafor', 'E-mail': amara.email, List: 'Trade fair' });
  await page.getByText('Amara Okafor was added.').waitFor();
  await press(page, 'Add another');
  await add({ 'Full name': 'Amara Okafor', 'E-mail': amara.email, Title: amara.title });
  await press(page, 'Fill in blanks');
  await page.getByText('Amara Okafor was updated.').waitFor();
  await press(page, 'Add another');
  const linkedinUrl = 'https://www.linkedin.com/in/henrik-lund-example';
  await add({ 'Full name': 'Henrik Lund', 'LinkedIn page': linkedinUrl });
  await page.getByText('Henrik Lund was added.').waitFor();
  await press(page, 'Add another');
  await add({ 'E-mail': amara.email, 'LinkedIn page': linkedinUrl });
  await page.getByRole('button', { name: 'Open Henrik Lund' }).waitFor();
  await press(page, 'Merge the two…');
  await page.getByRole('dialog', { name: 'Merge two records' }).waitFor();
  await page.keyboard.press('Escape');
  await press(page, 'Open Amara Okafor');
  const drawer = drawerOf(page, 'Amara Okafor');
  await drawer.getByRole('link', { name: 'Trade fair' }).waitFor();
  await drawer.getByText(amara.title).first().waitFor();
  await drawer.getByText('Added by hand', { exact: false }).first().waitFor();
  await press(page, 'Close');

  await service.owner.ask(sql`
    update workspace_usage set imports = 1000000000 where workspace_id = ${account.workspace.id}`);
  await press(page, 'Add a person');
  await add({ 'Full name': 'Mina Sato' });
  await page.getByText('This month’s imports are used up').waitFor();
  await page.getByRole('link', { name: 'See plan and usage' }).waitFor();
});

test('whatever a person’s fields hold is text and no link, and a Viewer reads it without changing it [console.text-only console.prospect console.roles]', async () => {
  const account = await editor(service);
  const name = '<img src=x onerror="window.fooled = true">';
  const id = await account.person(
    {
      fullName: name,
      title: name,
      companyName: name,
      website: 'javascript:window.fooled=true',
      phone: '+1',
      locationName: name,
    },
    { listName: name },
  );
  await account.bulk({ action: 'tag', tagName: name, prospectIds: [id] });
  const enrichment = {
    summary: name,
    highlights: [],
    completedAt: '2026-03-03T08:30:41.007Z',
    facts: [
      { about: 'company', text: name, source: 'javascript:window.fooled=true', confidence: 'high' },
      { about: 'role', text: 'Buyer', source: 'https://saltmarsh.example/a', confidence: 'low' },
    ],
  };
  await service.owner.ask(sql`
    update prospect set enrichment = ${JSON.stringify(enrichment)}::jsonb,
                        enrichment_status = 'enriched', first_touch_line = ${name}
    where workspace_id = ${account.workspace.id} and id = ${id}`);

  const { page, open } = await ground.member(account.workspace, 'viewer');
  await open(`~/prospects?prospect=${id}`);
  const drawer = drawerOf(page, name);
  await drawer.getByText('Found out').waitFor();
  await drawer.getByText('Got the tag').waitFor();
  const source = drawer.getByRole('link', { name: 'saltmarsh.example/a' });
  await expect.poll(() => source.getAttribute('rel')).toBe('noopener noreferrer');
  await drawer.getByText('javascript:window.fooled=true').first().waitFor();
  await expect.poll(() => page.locator('a[href^="javascript" i]').count()).toBe(0);
  await expect.poll(() => drawer.locator('img').count()).toBe(0);
  expect(await page.evaluate('window.fooled')).toBeUndefined();
  for (const what of ['Edit', 'Merge…', 'Do not contact', 'Add to a list', 'Enrich…'])
    expect(
      await drawer.getByRole('button', { name: what, exact: true }).getAttribute('aria-disabled'),
    ).toBe('true');
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  await drawer.getByRole('button', { name: 'Edit' }).hover();
  const tooltip = page.getByRole('tooltip');
  await tooltip.getByText('This needs a Member or higher; you are a Viewer.').waitFor();
});

const ways = {
  Escape: (page: Page) => page.keyboard.press('Escape'),
  'a click outside': (page: Page) => page.mouse.click(200, 400),
  'its button': (page: Page) => press(page, 'Close'),
};

test.each(Object.entries(ways))(
  'a drawer closed by %s asks first if there are unsaved changes, and closes at once if there are none [console.unsaved]',
  async (_, close) => {
    const account = await editor(service);
    const id = await account.person(amara);
    const { page, open } = await ground.member(account.workspace, 'member');
    const drawer = drawerOf(page, 'Amara Okafor');
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    const title = page.getByLabel('Title');
    await open(`~/prospects?prospect=${id}`);
    await press(page, 'Edit');
    await title.fill('Buyer');
    await title.fill(amara.title);
    await close(page);
    await drawer.waitFor({ state: 'detached' });

    await open(`~/prospects?prospect=${id}`);
    await press(page, 'Edit');
    await title.fill('Buyer');
    await close(page);
    await question.waitFor();
    await expectAccessible(page);
    await press(page, 'Keep editing');
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => title.inputValue()).toBe('Buyer');
    await close(page);
    await question.waitFor();
    await press(page, 'Discard changes');
    await drawer.waitFor({ state: 'detached' });
    await expect.poll(() => question.count()).toBe(0);
    expect(await account.read(id)).toMatchObject({ title: amara.title });
  },
);

test('a campaign says how the person stands in it, not only how it stands itself [console.prospect]', async () => {
  const account = await editor(service);
  const id = await account.person(amara);
  const campaignId = await makeCampaign(service.owner, account.workspace.id, { name: 'Spring' });
  await service.call(account.token, 'POST', '/campaigns', {
    body: { campaignId, prospectIds: [id] },
  });
  const { page, open } = await ground.member(account.workspace, 'member');
  await open(`~/prospects?prospect=${id}`);
  const campaigns = page.getByRole('region', { name: 'Campaigns' });
  await campaigns.getByText('Enrolled', { exact: true }).waitFor();
  await campaigns.getByText('Campaign running').waitFor();
  await press(page, 'Do not contact');
  await campaigns.getByText('Excluded: do not contact').waitFor();
  await expectAccessible(page);
});
