import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { exampleOf, Refusal } from './api.ts';
import { renderPage } from './render-page.tsx';

/** A validation error at these fields. */
const invalid = (fieldErrors: Record<string, string[]>) =>
  new Refusal('validation_error', 'The request is not valid.', { fieldErrors });

test('inviting an existing member shows the error at its field, which gets the focus', async () => {
  const { user } = renderPage('~/settings/members', {
    answers: { postInvitations: invalid({ email: ['is already a member'] }) },
  });
  await user.click((await screen.findAllByRole('button', { name: 'Invite member' }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite member' }));
  const email = await dialog.findByLabelText('Email');
  await user.type(email, 'tomasz@fernhill.example');
  await user.click(dialog.getByRole('button', { name: /^(Create invite link|Invite)$/ }));
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(email);
});

test('an action that the role no longer allows shows the reason in its dialog', async () => {
  const message = 'Requires the Admin role.';
  const { user } = renderPage('~/settings/members', {
    answers: { postInvitations: new Refusal('insufficient_role', message) },
  });
  await user.click((await screen.findAllByRole('button', { name: 'Invite member' }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite member' }));
  await user.type(await dialog.findByLabelText('Email'), 'aiko@fernhill.example');
  await user.click(dialog.getByRole('button', { name: /^(Create invite link|Invite)$/ }));
  expect((await dialog.findByRole('alert')).textContent).toContain(message);
});

test('a test call with a revoked token shows an error and keeps the user signed in', async () => {
  const { user } = renderPage('~/settings/api', {
    answers: { getSession: new Refusal('unauthorized', 'The token is not valid.') },
  });
  await user.click((await screen.findAllByRole('button', { name: 'Generate API token' }))[0]!);
  const form = within(await screen.findByRole('dialog', { name: 'Generate API token' }));
  await user.type(form.getByLabelText('Name'), 'Laptop');
  await user.click(form.getByRole('button', { name: 'Generate' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Your new token' }));
  await user.click(shown.getByRole('button', { name: 'Run test call' }));
  await shown.findByRole('alert');
  await user.click(shown.getByRole('button', { name: 'Done' }));
  screen.getByRole('heading', { level: 1, name: 'Chrome extension & API' });
});

test('a model without its key or with a forbidden address shows the error at its field', async () => {
  const settings = exampleOf('getAiSettings');
  const { user } = renderPage('~/settings/ai', {
    answers: {
      getAiSettings: settings,
      patchAiSettings: invalid({ apiKey: ['is required for anthropic'] }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Save model' }));
  await screen.findByText('Enter an API key.');
});

test('a workspace is renamed, and a name that is refused is an error at its field', async () => {
  const refused = invalid({ name: ['must not be empty'] });
  const { user, requests } = renderPage('~/settings/general', {
    answers: {
      patchWorkspace: ({ body }) => (body.name.trim() ? exampleOf('patchWorkspace') : refused),
    },
  });
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.type(name, '  ');
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  await user.clear(name);
  await user.type(name, 'Fernhill Optics');
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await screen.findByText(/^Workspace renamed to /);
  expect(requests.findLast(({ id }) => id === 'patchWorkspace')!.body.name).toBe('Fernhill Optics');
});

test('the old name of a renamed workspace does not confirm', async () => {
  const { user } = renderPage('~/settings/api', {
    answers: {
      postTokensRevokeAll: new Refusal('validation_error', 'Type "Fernhill Optics".', {
        fieldErrors: { confirm: ['must be "Fernhill Optics"'] },
      }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Revoke all…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke all tokens' }));
  await user.type(await dialog.findByLabelText(/^Type .* to confirm$/), 'Fernhill Instruments');
  await user.click(dialog.getByRole('button', { name: 'Revoke all' }));
  await dialog.findByText('Type "Fernhill Optics".');
});
