import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { insertCampaign } from '../../server/test/outreach.ts';
import { prospectsClient } from '../../server/test/prospects-client.ts';
import { expectAccessible, expectNoSidewaysScrolling, testConsole } from './test-console.ts';

const ground = await testConsole();
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

test('a prospect is moved, suppressed, listed and tagged in the drawer, each can be undone, and the timeline shows it [console.prospect]', async () => {
  const account = await prospectsClient(service);
  const id = await account.addLead(amara, {
    listName: 'Trade fair',
    sourceType: 'extension_search',
  });
  await account.bulk({
    action: 'tag',
    tagName: 'Warm',
    prospectIds: await account.addProspects(1),
  });
  await account.edit(id, { title: 'Chief Procurement Officer' });
  const campaignId = await insertCampaign(service.owner, account.workspace.id, { name: 'Spring' });
  await service.call(account.token, 'POST', '/campaigns', {
    body: { campaignId, prospectIds: [id] },
  });

  const { page, open } = await ground.member(account.workspace, 'member');
  await open(`~/prospects?prospect=${id}`);
  const drawer = drawerOf(page, 'Amara Okafor');
  const timeline = drawer.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('Added via extension (people search)').waitFor();
  await timeline
    .getByText('Title changed from “Head of Procurement” to “Chief Procurement Officer”')
    .waitFor();
  await timeline.getByText('Enrolled in campaign “Spring”').waitFor();
  await drawer.getByText(/^Changed just now by a token$/).waitFor();
  await drawer.getByRole('link', { name: 'Spring' }).waitFor();

  await drawer.getByRole('button', { name: 'Stage: New' }).click();
  await page.getByRole('menuitem', { name: 'Meeting' }).click();
  await timeline.getByText('Moved from New to Meeting').waitFor();
  await press(page, 'Undo');
  await drawer.getByRole('button', { name: 'Stage: New' }).waitFor();

  await press(page, 'Do not contact');
  await drawer.getByText('Excluded from all campaigns').waitFor();
  await timeline.getByText('Marked as Do not contact').waitFor();
  await press(page, 'Remove “Do not contact”');
  await timeline.getByText('Removed from Do not contact').waitFor();

  const tags = drawer.getByRole('list', { name: 'Tags' });
  await press(page, 'Add tag');
  await page.getByRole('option', { name: 'Warm' }).click();
  await tags.getByRole('link', { name: 'Warm' }).waitFor();
  await press(page, 'Add tag');
  await page.keyboard.type('Speaks Igbo');
  await page.getByRole('option', { name: 'Create tag “Speaks Igbo”' }).waitFor();
  await page.keyboard.press('Enter');
  await tags.getByRole('link', { name: 'Speaks Igbo' }).waitFor();
  await press(page, 'Remove from list Trade fair');
  await drawer.getByText('No lists').waitFor();
  await timeline.getByText('Removed from list “Trade fair”').waitFor();
  expect(await account.read(id)).toMatchObject({
    stage: 'new',
    doNotContact: false,
    lists: [],
    tags: [{ name: 'Speaks Igbo' }, { name: 'Warm' }],
  });

  // Escape closes the menu, then the drawer.
  await drawer.getByRole('button', { name: 'Stage: New' }).click();
  await page.getByRole('menuitem', { name: 'Meeting' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Meeting' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('two users edit the same prospect: the second sees the changes of the first and discards or overwrites them [console.prospect-edit]', async () => {
  const account = await prospectsClient(service);
  const id = await account.addLead(amara);
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
  const alert = page.getByRole('alert');
  await alert.getByText('Someone else edited this prospect').waitFor();
  await alert
    .getByText('Title changed from “Head of Procurement” to “Buyer”. You entered “Director”.')
    .waitFor();
  await alert.getByText('Location changed from empty to “Lagos”.').waitFor();
  await press(page, 'Overwrite');
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
  await alert.getByText('Company changed from “Saltmarsh Foods” to “Saltmarsh”.').waitFor();
  await press(page, 'Discard my changes');
  await alert.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByLabel('Company').inputValue()).toBe('Saltmarsh');
  await page.getByLabel('Location').fill('');
  await press(page, 'Save');
  await page.getByRole('heading', { name: 'Details', exact: true }).waitFor();
  expect(await account.read(id)).toMatchObject({ phone: '+234 1 234567', locationName: null });
  expect(second.complaints.splice(0).join()).toMatch(/^(.*422.*,?){2}$/);
});

test('an email that another prospect has leads to that prospect or to merging the two, and the kept one opens [console.prospect-edit console.prospect-merge]', async () => {
  const account = await prospectsClient(service);
  const goneId = await account.addLead({ fullName: 'Henrik Lund', companyName: 'Nordlys AS' });
  const keptId = await account.addLead(henrik, { listName: 'Trade fair' });
  const { page, open, complaints } = await ground.member(account.workspace, 'member');
  await open(`~/prospects?prospect=${goneId}`);
  await press(page, 'Edit');
  await page.getByLabel('Email').fill(henrik.email);
  await press(page, 'Save');
  await page.getByText('Another prospect has this email.').waitFor();
  await page.getByRole('link', { name: 'Open it' }).click();
  await page
    .getByText(henrik.phone.replaceAll(' ', ''))
    .or(page.getByText(henrik.phone))
    .first()
    .waitFor();
  await page.goBack();
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/422/)]);

  // Escape closes only the dialog. The duplicate is found by name, without typing.
  await press(page, 'Merge…');
  await page.getByRole('list', { name: 'Matches' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('list', { name: 'Matches' }).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Merge…');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Matches' }).getByText(henrik.email).click();
  const dialog = page.getByRole('dialog', { name: 'Merge prospects' });
  await dialog.getByText('Added to list “Trade fair”.').waitFor();
  await dialog.getByText(`Email will be set to “${henrik.email}”.`).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  await press(page, 'Swap');
  await dialog.getByText('No empty fields to fill.').waitFor();
  await press(page, 'Merge');
  await dialog.waitFor({ state: 'detached' });
  const drawer = drawerOf(page, 'Henrik Lund');
  await drawer.getByText('Another prospect was merged into this one').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('prospect')).toBe(keptId);
  expect(await account.read(keptId)).toMatchObject({
    email: henrik.email,
    companyName: 'Nordlys',
    lists: [{ name: 'Trade fair' }],
  });

  await open(`~/prospects?prospect=${goneId}`);
  await page.getByText('Prospect not found').waitFor();
  expect(complaints.splice(0).join()).toMatch(/404/);
});

test('an existing prospect is only changed after the user has compared both values [console.prospect-add-asks]', async () => {
  const account = await prospectsClient(service);
  const { email } = amara;
  const id = await account.addLead({ fullName: 'Amara Okafor', email, companyName: 'Saltmarsh' });
  const { page, open } = await ground.member(account.workspace, 'member');
  await open('~/prospects');
  const enter = async () => {
    await press(page, 'Add prospect');
    const dialog = page.getByRole('dialog');
    for (const [label, value] of [
      ['Full name', 'Someone Else'],
      ['Email', email.toUpperCase()],
      ['Title', 'Buyer'],
    ] as const)
      await dialog.getByLabel(label, { exact: true }).fill(value);
    await press(page, 'Add');
    await page.getByText('Amara Okafor has this email.').waitFor();
  };
  const before = await account.read(id);
  await enter();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  const table = page.getByRole('table', { name: 'Changes' });
  await table.getByRole('row', { name: 'Full name Amara Okafor Someone Else' }).waitFor();
  await table.getByRole('row', { name: 'Title Empty Buyer' }).waitFor();
  await press(page, 'Back');
  await page.getByRole('dialog').getByLabel('Title', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  expect(await account.read(id)).toEqual(before);

  await enter();
  await press(page, 'Fill empty fields');
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

test('adding a prospect reports the result: new, existing, matching two prospects, over the quota [console.prospect-add]', async () => {
  const account = await prospectsClient(service);
  const { page, open } = await ground.member(account.workspace, 'member');
  await open('~/prospects');
  const add = async (fields: Record<string, string>) => {
    for (const [label, value] of Object.entries(fields))
      await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value);
    await press(page, 'Add');
  };
  await press(page, 'Add prospect');
  await expectAccessible(page);
  await add({ 'Full name': 'Amara Okafor', Email: amara.email, List: 'Trade fair' });
  await page.getByText('Amara Okafor was added.').waitFor();
  await press(page, 'Add another');
  await add({ 'Full name': 'Amara Okafor', Email: amara.email, Title: amara.title });
  await press(page, 'Fill empty fields');
  await page.getByText('Amara Okafor was updated.').waitFor();
  await press(page, 'Add another');
  const linkedinUrl = 'https://www.linkedin.com/in/henrik-lund-example';
  await add({ 'Full name': 'Henrik Lund', 'LinkedIn URL': linkedinUrl });
  await page.getByText('Henrik Lund was added.').waitFor();
  await press(page, 'Add another');
  await add({ Email: amara.email, 'LinkedIn URL': linkedinUrl });
  await page.getByRole('button', { name: 'Open Henrik Lund' }).waitFor();
  await press(page, 'Merge prospects…');
  await page.getByRole('dialog', { name: 'Merge prospects' }).waitFor();
  await page.keyboard.press('Escape');
  await press(page, 'Open Amara Okafor');
  const drawer = drawerOf(page, 'Amara Okafor');
  await drawer.getByRole('link', { name: 'Trade fair' }).waitFor();
  await drawer.getByText(amara.title).first().waitFor();
  await drawer.getByText('Added by hand', { exact: false }).first().waitFor();
  await press(page, 'Close');

  await service.owner.ask(sql`
    update workspace_usage set imports = 1000000000 where workspace_id = ${account.workspace.id}`);
  await press(page, 'Add prospect');
  await add({ 'Full name': 'Mina Sato' });
  await page.getByText('Monthly limit reached').waitFor();
  await page.getByRole('link', { name: 'View plan and usage' }).waitFor();
});

test('markup and scripts in fields are shown as text, and a Viewer can read but not edit [console.text-only console.prospect console.roles]', async () => {
  const account = await prospectsClient(service);
  const name = '<img src=x onerror="window.fooled = true">';
  const id = await account.addLead(
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
  await drawer.getByText('Researched').waitFor();
  await drawer.getByText(/^Tag “.*” added/).waitFor();
  const source = drawer.getByRole('link', { name: 'saltmarsh.example/a' });
  await expect.poll(() => source.getAttribute('rel')).toBe('noopener noreferrer');
  await drawer.getByText('javascript:window.fooled=true').first().waitFor();
  await expect.poll(() => page.locator('a[href^="javascript" i]').count()).toBe(0);
  await expect.poll(() => drawer.locator('img').count()).toBe(0);
  expect(await page.evaluate('window.fooled')).toBeUndefined();
  for (const what of ['Edit', 'Merge…', 'Do not contact', 'Add to list', 'Enrich…'])
    expect(
      await drawer.getByRole('button', { name: what, exact: true }).getAttribute('aria-disabled'),
    ).toBe('true');
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  await drawer.getByRole('button', { name: 'Edit' }).hover();
  const tooltip = page.getByRole('tooltip');
  await tooltip.getByText('Requires the Member role or higher. Your role is Viewer.').waitFor();
});

const closings = {
  Escape: (page: Page) => page.keyboard.press('Escape'),
  'a click outside': (page: Page) => page.mouse.click(200, 400),
  'its button': (page: Page) => press(page, 'Close'),
};

test.each(Object.entries(closings))(
  'closing the drawer by %s asks for confirmation only if there are unsaved changes [console.unsaved]',
  async (_, close) => {
    const account = await prospectsClient(service);
    const id = await account.addLead(amara);
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

test('a campaign shows both its own status and the status of the prospect in it [console.prospect]', async () => {
  const account = await prospectsClient(service);
  const id = await account.addLead(amara);
  const campaignId = await insertCampaign(service.owner, account.workspace.id, { name: 'Spring' });
  await service.call(account.token, 'POST', '/campaigns', {
    body: { campaignId, prospectIds: [id] },
  });
  const { page, open } = await ground.member(account.workspace, 'member');
  await open(`~/prospects?prospect=${id}`);
  const campaigns = page.getByRole('region', { name: 'Campaigns' });
  await campaigns.getByText('Enrolled', { exact: true }).waitFor();
  await campaigns.getByText('Campaign running').waitFor();
  await press(page, 'Do not contact');
  await campaigns.getByText('Excluded (do not contact)').waitFor();
  await expectAccessible(page);
});
