import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answers, exampleIds, exampleOf, Refusal } from './api.ts';
import { renderPage } from './render-page.tsx';

const home = `/w/${exampleIds.workspace}/home`;

/** Signs in and returns the page. */
async function signIn(path: string, answers: Answers = {}) {
  const opened = renderPage(path, { role: null, answers });
  await opened.user.type(await screen.findByLabelText('Email'), 'ines@fernhill.example');
  await opened.user.type(screen.getByLabelText('Password'), 'seven quiet herons');
  await opened.user.click(screen.getByRole('button', { name: 'Sign in' }));
  return opened;
}

describe('after signing in', () => {
  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '\t//evil.example',
  ])('"%s" does not redirect to another origin', async (next) => {
    const { path } = await signIn(`/sign-in?next=${encodeURIComponent(next)}`);
    await waitFor(() => expect(path()).toBe(home));
  });

  test('the requested page opens', async () => {
    const next = `/w/${exampleIds.workspace}/settings/general`;
    await signIn(`/sign-in?next=${encodeURIComponent(next)}`);
    await screen.findByRole('heading', { level: 1, name: 'General' });
  });

  test('a user without a workspace sees why the page is empty, and can sign out', async () => {
    const { requests, user } = await signIn('/sign-in', {
      getMe: { ...exampleOf('getMe'), workspaces: [] },
    });
    await screen.findByRole('heading', { level: 1, name: "You're not in any workspace" });
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
    expect(requests.map(({ id }) => id)).toContain('postSignOut');
  });
});

test('a wrong password is an error without a correlation ID', async () => {
  await signIn('/sign-in', {
    postSignIn: new Refusal('unauthorized', 'Incorrect email or password.'),
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Incorrect email or password.');
  expect(alert.textContent).not.toContain('Correlation ID');
});

test('an invitation that has expired says what to do', async () => {
  renderPage('/invitation#code', {
    role: null,
    answers: {
      postInvitationsLook: new Refusal('validation_error', 'The link has expired.', {
        fieldErrors: { code: ['has expired'] },
      }),
    },
  });
  const title = 'This invitation has expired or was already used';
  await screen.findByRole('heading', { level: 1, name: title });
  screen.getByText(/^Ask a workspace Admin to invite you again\./);
  screen.getByRole('link', { name: 'Sign in' });
});

test('without email, the page for a forgotten password shows the command for administrators', async () => {
  renderPage('/forgot', {
    role: null,
    answers: { getSetup: { ...exampleOf('getSetup'), mail: false } },
  });
  await screen.findByRole('heading', { level: 1, name: 'Contact your administrator' });
  screen.getByText(/npm run account -- sign-in-link/);
});
