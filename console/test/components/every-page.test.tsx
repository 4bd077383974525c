import { atLeast, type Role, roles } from '@outcrop/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { roleNames } from '../../src/api/roles.ts';
import { pages } from '../../src/pages.ts';
import { exampleIds } from './api.ts';
import { renderPage } from './render-page.tsx';

const expectPage = async (title: string, fullTitle: string) => {
  await screen.findByRole('heading', { level: 1, name: title });
  await waitFor(() => expect(document.title).toBe(fullTitle));
  expect(screen.queryByText(/^Could not /)).toBeNull();
};

describe('every page is shown to a role that may open it, with its title as heading', () => {
  test.each(pages)('$path', async ({ path, title, role }) => {
    renderPage(`~/${path}`, { role });
    await expectPage(title, `${title} · Fernhill Instruments · Outcrop`);
    expect(screen.queryByText("You don't have access")).toBeNull();
  });
});

const forbidden = pages.flatMap(({ path, title, role: needed }) =>
  roles.filter((role) => !atLeast(role, needed)).map((role) => ({ role, path, title })),
);

describe('every page says which role it requires', () => {
  test.each<{ role: Role; path: string; title: string }>(forbidden)(
    '$path, to a $role',
    async ({ role, path, title }) => {
      const { requests } = renderPage(`~/${path}`, { role });
      await screen.findByRole('heading', { level: 2, name: "You don't have access" });
      await expectPage(title, `${title} · Fernhill Instruments · Outcrop`);
      screen.getByText(new RegExp(`^Requires .* Your role is ${roleNames[role]}\\.`));
      expect(screen.queryByRole('table')).toBeNull();
      expect(requests.every(({ id }) => id.startsWith('get'))).toBe(true);
    },
  );
});

const details = [
  [`inbox/${exampleIds.conversation}`, 'Inbox'],
  [`campaigns/${exampleIds.campaign}`, 'Trade fair contacts'],
  [`enrichment/${exampleIds.job}`, 'Opening lines for 500 people'],
  [`tasks/${exampleIds.task}`, 'Tagged 1,236 prospects with “Met in person”'],
  [`prospects/import/${exampleIds.import}`, 'Import prospects'],
  [`settings/webhooks/${exampleIds.webhook}`, 'crm.saltmarsh.example'],
  [`settings/mailboxes/${exampleIds.mailbox}`, 'ines@saltmarsh.example'],
] as const;

test.each(details)('the page %s has what it is about as heading', async (path, title) => {
  renderPage(`~/${path}`);
  await expectPage(title, `${title} · Fernhill Instruments · Outcrop`);
});

const publicPages = [
  ['/sign-in', 'Sign in'],
  ['/second-factor', 'Two-factor authentication'],
  ['/forgot', 'Forgot your password?'],
  ['/reset#code', 'Set a new password'],
  ['/claim#code', 'This instance is already set up'],
  ['/invitation#code', 'Join Fernhill Instruments'],
  ['/nowhere', 'Page not found'],
] as const;

test.each(publicPages)('without a session, %s has the heading "%s"', async (path, title) => {
  renderPage(path, { role: null });
  await expectPage(title, `${title} · Outcrop`);
});
