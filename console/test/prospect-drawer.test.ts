import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { insertCampaign } from '../../server/test/outreach.ts';
import { prospectsClient } from '../../server/test/prospects-client.ts';
import {
  expectAccessible,
  expectAccessibleAtNight,
  expectNoSidewaysScrolling,
  keepToasts,
  nightlyTest,
  testConsole,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

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
const focusedLabel = (page: Page) => page.evaluate('document.activeElement.ariaLabel');

test('a prospect is moved, suppressed, listed and tagged in the drawer, each can be undone, and the timeline shows it', async () => {
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

  const { page, open } = await instance.member(account.workspace, 'member');

  await keepToasts(page);
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
  await page.getByRole('menuitem', { name: 'Customer' }).click();
  await drawer.getByRole('button', { name: 'Stage: Customer' }).click();
  await page.getByRole('menuitem', { name: 'New' }).click();
  await drawer.getByRole('button', { name: 'Stage: New' }).click();
  await page.getByRole('menuitem', { name: 'Meeting' }).click();
  await timeline.getByText('Moved from New to Meeting').waitFor();
  // Only the last change of the stage can be undone.
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(1);
  await press(page, 'Undo');
  await drawer.getByRole('button', { name: 'Stage: New' }).waitFor();

  await drawer.getByRole('button', { name: 'Do not contact', exact: true }).hover();
  await page.getByRole('tooltip').getByText('Excludes this prospect from all campaigns').waitFor();
  await press(page, 'Do not contact');
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
  await expect
    .poll(() => account.read(id))
    .toMatchObject({
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

nightlyTest('fields are edited in place by keyboard, and saving can be undone', async () => {
  const account = await prospectsClient(service);
  const id = await account.addLead(amara);
  const { page, open, complaints } = await instance.member(account.workspace, 'member');
  await keepToasts(page);
  await open(`~/prospects?prospect=${id}`);
  const drawer = drawerOf(page, 'Amara Okafor');
  const input = (label: string) => drawer.getByRole('textbox', { name: label, exact: true });
  await drawer.getByRole('button', { name: /^Edit Title/ }).press('Enter');
  await page.keyboard.type('!');
  await page.keyboard.press('Escape');
  await input('Title').waitFor({ state: 'detached' });
  await expect.poll(() => focusedLabel(page)).toBe(`Edit Title: ${amara.title}`);
  expect(await account.read(id)).toMatchObject({ title: amara.title });

  // Leaving a field saves it, and the next one does not conflict with it.
  await page.keyboard.press('Enter');
  await input('Title').fill('Buyer');
  await drawer.getByRole('button', { name: 'Add Location' }).click();
  await input('Location').fill('Lagos');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedLabel(page)).toBe('Edit Location: Lagos');
  await expect
    .poll(() => account.read(id))
    .toMatchObject({ title: 'Buyer', locationName: 'Lagos' });
  await page.keyboard.press('Enter');
  await input('Location').fill('Abuja');
  await page.keyboard.press('Enter');
  await drawer.getByRole('button', { name: 'Edit Location: Abuja' }).waitFor();
  await press(page, 'Undo');
  await drawer.getByRole('button', { name: 'Edit Location: Lagos' }).waitFor();
  expect(await account.read(id)).toMatchObject({ title: 'Buyer', locationName: 'Lagos' });

  await drawer.getByRole('button', { name: 'Edit Email' }).click();
  await input('Email').fill('amara');
  await page.keyboard.press('Enter');
  await drawer.getByRole('alert').getByText('Enter a valid email address.').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  await input('Email').press('Escape');
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/422/)]);
  const link = drawer.getByRole('link', { name: amara.email });
  await expect.poll(() => link.getAttribute('href')).toBe(`mailto:${amara.email}`);

  await press(page, 'Delete prospect');
  await page.getByRole('dialog', { name: 'Delete Amara Okafor?' }).waitFor();
  await press(page, 'Delete');
  await drawer.waitFor({ state: 'detached' });
  await page.getByText('No prospects yet').waitFor();
});

test('two users edit the same field: the second sees the change of the first and discards or overwrites it; other fields do not conflict', async () => {
  const account = await prospectsClient(service);
  const id = await account.addLead(amara);
  const { page, open, complaints } = await instance.member(account.workspace, 'member');
  await keepToasts(page);
  await open(`~/prospects?prospect=${id}`);
  const drawer = drawerOf(page, 'Amara Okafor');
  const edit = async (name: RegExp, label: string, value: string) => {
    await drawer.getByRole('button', { name }).click();
    await drawer.getByRole('textbox', { name: label, exact: true }).fill(value);
  };
  await edit(/^Edit Title/, 'Title', 'Director');
  await account.edit(id, { title: 'Buyer', phone: '+234 1 234567' });
  await page.keyboard.press('Enter');
  const alert = drawer.getByRole('alert');
  await alert.getByText('Someone else edited this prospect').waitFor();
  await alert
    .getByText('Title changed from “Head of Procurement” to “Buyer”. You entered “Director”.')
    .waitFor();
  await expectAccessibleAtNight(page);
  await press(page, 'Overwrite');
  await drawer.getByRole('button', { name: 'Edit Title: Director' }).waitFor();
  expect(await account.read(id)).toMatchObject({ title: 'Director', phone: '+234 1 234567' });
  await press(page, 'Undo');
  await drawer.getByRole('button', { name: 'Edit Title: Buyer' }).waitFor();

  await edit(/^Edit Title/, 'Title', 'Manager');
  await account.edit(id, { title: 'Chief' });
  await page.keyboard.press('Enter');
  await press(page, 'Discard my change');
  await drawer.getByRole('button', { name: 'Edit Title: Chief' }).waitFor();

  // Someone else has changed another field: there is nothing to ask.
  await edit(/^Edit Company/, 'Company', '');
  await account.edit(id, { locationName: 'Lagos' });
  await page.keyboard.press('Enter');
  await drawer.getByRole('button', { name: 'Add Company' }).waitFor();
  await drawer.getByRole('button', { name: 'Edit Location: Lagos' }).waitFor();
  expect(await account.read(id)).toMatchObject({ companyName: null, locationName: 'Lagos' });
  expect(complaints.splice(0).join()).toMatch(/^(.*422.*,?){3}$/);
});

nightlyTest(
  'an email that another prospect has leads to that prospect or to merging the two, and the kept one opens',
  async () => {
    const account = await prospectsClient(service);
    const goneId = await account.addLead({ fullName: 'Henrik Lund', companyName: 'Nordlys AS' });
    const keptId = await account.addLead(henrik, { listName: 'Trade fair' });
    const { page, open, complaints } = await instance.member(account.workspace, 'member');
    await open(`~/prospects?prospect=${goneId}`);
    const drawer = drawerOf(page, 'Henrik Lund');
    await press(page, 'Add Email');
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(henrik.email);
    await page.keyboard.press('Enter');
    await page.getByText('Another prospect has this email.').waitFor();
    await page.getByRole('link', { name: 'Open it' }).click();
    await press(page, 'Discard changes');
    await page
      .getByText(henrik.phone.replaceAll(' ', ''))
      .or(page.getByText(henrik.phone))
      .first()
      .waitFor();
    await page.goBack();
    expect(complaints.splice(0)).toEqual([expect.stringMatching(/422/)]);

    // Escape closes only the dialog. The duplicate is found by name, without typing.
    const chooseMerge = async () => {
      await drawer.getByRole('button', { name: 'More' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Merge…' }).click();
    };
    await chooseMerge();
    await page.getByRole('list', { name: 'Matches' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('list', { name: 'Matches' }).waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate('document.activeElement.closest("[role=dialog]") !== null'))
      .toBe(true);
    await chooseMerge();
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
    await drawer.getByText('Another prospect was merged into this one').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('prospect')).toBe(keptId);
    await expect
      .poll(() => account.read(keptId))
      .toMatchObject({
        email: henrik.email,
        companyName: 'Nordlys',
        lists: [{ name: 'Trade fair' }],
      });

    await open(`~/prospects?prospect=${goneId}`);
    await page.getByText('Prospect not found').waitFor();
    expect(complaints.splice(0).join()).toMatch(/404/);
  },
);

nightlyTest(
  'markup and scripts in fields are shown as text, and a Viewer can read but not edit',
  async () => {
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
        {
          about: 'company',
          text: name,
          source: 'javascript:window.fooled=true',
          confidence: 'high',
        },
        { about: 'role', text: 'Buyer', source: 'https://saltmarsh.example/a', confidence: 'low' },
      ],
    };
    await service.owner.query(sql`
    update prospect set enrichment = ${JSON.stringify(enrichment)}::jsonb,
                        enrichment_status = 'enriched', first_touch_line = ${name}
    where workspace_id = ${account.workspace.id} and id = ${id}`);

    const { page, open } = await instance.member(account.workspace, 'viewer');
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
    for (const what of ['Enroll…', 'Delete prospect', 'Do not contact', 'Add to list', 'Enrich…'])
      expect(
        await drawer.getByRole('button', { name: what, exact: true }).getAttribute('aria-disabled'),
      ).toBe('true');
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await expect
      .poll(() => drawer.getByRole('button', { name: /^(Edit|Add) (Title|Email)/ }).count())
      .toBe(0);
    await drawer.getByRole('button', { name: 'Enroll…' }).hover();
    const tooltip = page.getByRole('tooltip');
    await tooltip.getByText('Requires the Member role or higher. Your role is Viewer.').waitFor();
  },
);

/** The name of the cell also has the name of the edit button while the pointer is over it. */
const companyCell = (page: Page) => page.getByRole('cell', { name: /^Nordlys/ });

const leavings: Record<string, (page: Page) => Promise<unknown>> = {
  Escape: async (page) => {
    await page.getByRole('heading', { name: 'Details' }).click();
    await page.keyboard.press('Escape');
  },
  'another row': (page) => companyCell(page).click(),
  'the next prospect': (page) => press(page, 'Next prospect'),
  Close: (page) => press(page, 'Close'),
  'another page': (page) => page.getByRole('link', { name: 'Pipeline' }).click(),
  Back: (page) => page.goBack(),
};

nightlyTest(
  'the link of a person stays the same while the pointer arrives, so that no click is lost',
  async () => {
    const account = await prospectsClient(service);
    await account.addLead(amara);
    const { page, open } = await instance.member(account.workspace, 'member');
    await open('~/prospects');
    const link = page.getByRole('link', { name: 'Amara Okafor' });
    const pressed = await link.elementHandle();
    await link.hover();
    await page.getByRole('button', { name: 'Edit name' }).waitFor();
    expect(await pressed!.isVisible()).toBe(true);
  },
);

nightlyTest('leaving an edit that could not be saved asks first, whatever the way', async () => {
  const account = await prospectsClient(service);
  await account.addLead(henrik);
  const id = await account.addLead(amara);
  const { page, open, complaints } = await instance.member(account.workspace, 'member');
  const drawer = drawerOf(page, 'Amara Okafor');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  const email = drawer.getByRole('textbox', { name: 'Email', exact: true });
  await open('~/prospects');
  await page.getByRole('link', { name: 'Amara Okafor' }).click();
  await drawer.getByRole('button', { name: 'Edit Email' }).click();
  await email.fill('amara');
  for (const [way, leave] of Object.entries(leavings)) {
    await leave(page);
    await question.waitFor();
    if (way === 'Escape') await expectAccessible(page);
    await press(page, 'Keep editing');
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => email.inputValue(), { message: way }).toBe('amara');
    expect(new URL(page.url()).searchParams.get('prospect'), way).toBe(id);
  }
  await press(page, 'Close');
  await press(page, 'Discard changes');
  await drawer.waitFor({ state: 'detached' });
  await expect.poll(() => question.count()).toBe(0);
  expect(await account.read(id)).toMatchObject({ email: amara.email });
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/422/);

  // Valid edits are saved without a question.
  await page.getByRole('link', { name: 'Amara Okafor' }).click();
  await drawer.getByRole('button', { name: /^Edit Title/ }).click();
  await drawer.getByRole('textbox', { name: 'Title', exact: true }).fill('Buyer');
  await companyCell(page).click();
  await drawerOf(page, 'Henrik Lund').waitFor();
  await expect.poll(() => account.read(id)).toMatchObject({ title: 'Buyer' });
});

nightlyTest(
  'a campaign shows both its own status and the status of the prospect in it',
  async () => {
    const account = await prospectsClient(service);
    const id = await account.addLead(amara);
    const campaignId = await insertCampaign(service.owner, account.workspace.id, {
      name: 'Spring',
    });
    await service.call(account.token, 'POST', '/campaigns', {
      body: { campaignId, prospectIds: [id] },
    });
    const { page, open } = await instance.member(account.workspace, 'member');
    await open(`~/prospects?prospect=${id}`);
    const campaigns = page.getByRole('region', { name: 'Campaigns' });
    await campaigns.getByText('Enrolled', { exact: true }).waitFor();
    await campaigns.getByText('Campaign running').waitFor();
    await press(page, 'Do not contact');
    await campaigns.getByText('Excluded (do not contact)').waitFor();
    await page.mouse.move(0, 0);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await expectAccessible(page);
  },
);
