import type { Role } from '@outcrop/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { exampleIds, exampleOf } from './api.ts';
import { renderPage } from './render-page.tsx';

interface Controls {
  path: string;
  roles: Role[];
  /** What cannot be used, and says why. */
  names: (string | RegExp)[];
  reason: string;
}

const member = 'Requires the Member role or higher';
const admin = 'Requires the Admin role or higher';
const controls: Controls[] = [
  {
    path: 'settings/api',
    roles: ['viewer', 'member'],
    names: ['Replace all…', 'Revoke all…'],
    reason: admin,
  },
  {
    path: 'settings/members',
    roles: ['viewer', 'member'],
    names: ['Invite member', 'Add integration user', 'Actions for Tomasz Wilk'],
    reason: admin,
  },
  { path: 'settings/general', roles: ['viewer', 'member'], names: ['Rename'], reason: admin },
  {
    path: 'prospects',
    roles: ['viewer'],
    names: ['Enroll', 'Export', 'Import', 'Add prospect'],
    reason: member,
  },
  {
    path: `inbox/${exampleIds.conversation}`,
    roles: ['viewer'],
    names: ['Close', 'Snooze', 'Outcome', 'Do not contact', 'Change type…', 'Send'],
    reason: member,
  },
  {
    path: `enrichment/${exampleIds.job}`,
    roles: ['viewer'],
    names: ['Enrich again…'],
    reason: member,
  },
  { path: 'lists', roles: ['viewer'], names: ['New list', /^Actions for /], reason: member },
];

describe('a control that a role cannot use is disabled and says why', () => {
  test.each(controls.flatMap(({ roles, ...rest }) => roles.map((role) => ({ role, ...rest }))))(
    '$path, for a $role',
    async ({ path, role, names, reason }) => {
      const { user, requests } = renderPage(`~/${path}`, { role });
      for (const name of names) {
        const find = () => screen.getAllByRole('button', { name })[0]!;
        await waitFor(() =>
          expect(find().ariaDisabled ?? find().getAttribute('aria-disabled')).toBe('true'),
        );
        await user.click(find());
      }
      await user.hover(screen.getAllByRole('button', { name: names[0]! })[0]!);
      await screen.findAllByText(new RegExp(`^${reason}`));
      expect(screen.queryByRole('menu')).toBeNull();
      const writes = requests.filter(({ id, body }) => !id.startsWith('get') && !body?.dryRun);
      expect(writes).toEqual([]);
    },
  );
});

test('the last Owner cannot leave, and the button says why', async () => {
  const [invited] = exampleOf('getMembers').members;
  const self = {
    ...invited!,
    userId: exampleIds.user,
    name: 'Ines Duarte',
    role: 'owner',
  } as const;
  const { user } = renderPage('~/settings/members', {
    answers: { getMembers: { members: [self], invitations: [] } },
  });
  const button = await screen.findByRole('button', { name: 'Actions for Ines Duarte' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.hover(button);
  await screen.findAllByText(/Make someone else an Owner first/);
});

test('an Admin cannot change Owners or add one', async () => {
  const [invited] = exampleOf('getMembers').members;
  const owner = {
    ...invited!,
    userId: exampleIds.unknown,
    name: 'Olga Owner',
    role: 'owner',
  } as const;
  const { user } = renderPage('~/settings/members', {
    role: 'admin',
    answers: { getMembers: { members: [invited!, owner], invitations: [] } },
  });
  await user.hover(await screen.findByRole('button', { name: 'Actions for Olga Owner' }));
  await screen.findAllByText(/^Only Owners can change or remove an Owner\./);
  await user.click(screen.getByRole('button', { name: 'Actions for Tomasz Wilk' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change role…' }));
  expect((await screen.findByLabelText('Owner')).hasAttribute('disabled')).toBe(true);
});

test('a Viewer compares two prospects, and cannot merge them', async () => {
  const { amara, henrik } = exampleIds;
  const { prospect } = exampleOf('getProspect');
  const { user } = renderPage(`~/prospects/merge?keep=${amara}&remove=${henrik}`, {
    role: 'viewer',
    answers: {
      getProspect: ({ params }) => ({ prospect: { ...prospect, id: params.prospectId! } }),
    },
  });
  const button = await screen.findByRole('button', { name: 'Merge' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.hover(button);
  await screen.findAllByText(new RegExp(`^${member}`));
});
