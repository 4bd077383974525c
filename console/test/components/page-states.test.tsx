import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { type Answers, exampleIds, exampleOf, Refusal } from './api.ts';
import { complaints } from './complaints.ts';
import { renderPage } from './render-page.tsx';

type Id = keyof Answers;

/** The endpoint each page loads. */
const pages: { path: string; id: Id; what: string }[] = [
  { path: 'home', id: 'getBoards', what: 'the pipeline' },
  { path: 'prospects', id: 'getProspects', what: 'the prospects' },
  { path: 'pipeline', id: 'getBoards', what: 'the pipeline' },
  { path: 'inbox', id: 'getConversations', what: 'the conversations' },
  { path: 'campaigns', id: 'getCampaigns', what: 'the campaigns' },
  { path: 'lists', id: 'getBoards', what: 'the lists and tags' },
  { path: 'enrichment', id: 'getEnrichmentJobs', what: 'the jobs' },
  { path: 'tasks', id: 'getTasks', what: 'the background jobs' },
  { path: 'settings/api', id: 'getTokens', what: 'the tokens' },
  { path: 'settings/webhooks', id: 'getWebhooks', what: 'the webhooks' },
  { path: 'settings/requests', id: 'getRequestLog', what: 'the request log' },
  { path: 'settings/members', id: 'getMembers', what: 'the members' },
  { path: 'settings/mailboxes', id: 'getMailboxes', what: 'the mailboxes' },
  { path: 'settings/usage', id: 'getUsage', what: 'the usage' },
  { path: 'settings/ai', id: 'getAiSettings', what: 'the AI settings' },
  { path: 'settings/audit', id: 'getAudit', what: 'the audit log' },
];

const skeleton = () => document.querySelector('[data-skeleton]');
const failed = new Refusal('internal_error', 'Something went wrong here.');
const limited = new Refusal('rate_limited', 'Too many requests.', {}, { 'retry-after': '2' });

describe('while it loads, each page shows a skeleton', () => {
  test.each(pages)('$path', async ({ path, id }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    renderPage(`~/${path}`, { answers: { [id]: () => promise.then(() => exampleOf(id)) } });
    await waitFor(() => expect(skeleton()).not.toBeNull());
    await screen.findByText(/^Loading the /);
    resolve();
    await waitFor(() => expect(skeleton()).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('when it could not be loaded, each page says so and retries', () => {
  test.each(pages)('$path', async ({ path, id, what }) => {
    const answers: Answers = { [id]: failed };
    const { user } = renderPage(`~/${path}`, { answers: { [id]: () => answers[id] } });
    const title = await screen.findByRole('heading', { name: `Could not load ${what}` });
    const alert = within(title.closest('[role=alert]') as HTMLElement);
    alert.getByText(exampleIds.request);
    alert.getByRole('button', { name: 'Copy correlation ID' });
    answers[id] = exampleOf(id) as never;
    await user.click(alert.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(title.isConnected).toBe(false));
    await waitFor(() => expect(skeleton()).toBeNull());
  });
});

test('a rate limit is shown with a countdown, and the page retries by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'setInterval', 'Date'] });
  const answers: Answers = { getTokens: limited };
  const getTokens = () => answers.getTokens as never;
  const { requests } = renderPage('~/settings/api', { answers: { getTokens } });
  await screen.findByText(/^Too many requests\. Retrying automatically/);
  screen.getByText(/^in [12] s$/);
  answers.getTokens = exampleOf('getTokens');
  await vi.advanceTimersByTimeAsync(2_500);
  await screen.findByRole('table', { name: 'API tokens' });
  await waitFor(() => expect(screen.queryByText(/^Too many requests/)).toBeNull());
  expect(requests.filter(({ id }) => id === 'getTokens')).toHaveLength(2);
});

test('without a connection, a banner is shown and the page stays readable', async () => {
  renderPage('~/settings/members');
  await screen.findByRole('table', { name: 'People' });
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await screen.findByText("You're offline. Showing saved data.");
  screen.getByRole('table', { name: 'People' });
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText(/^You're offline/)).toBeNull());
});

test('old rows stay until those of another filter arrive', async () => {
  const answers: Answers = {};
  const { user } = renderPage('~/settings/audit', {
    answers: { getAudit: () => (answers.getAudit ?? exampleOf('getAudit')) as never },
  });
  const entry = await screen.findByText(/renamed the list “Fair”/);
  const { promise, resolve } = Promise.withResolvers<never>();
  answers.getAudit = promise;
  await user.type(screen.getByRole('combobox', { name: 'Action' }), 'renamed');
  await user.click(await screen.findByRole('option', { name: 'List renamed' }));
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).not.toBeNull());
  expect(entry.isConnected).toBe(true);
  resolve({ entries: [], nextCursor: null } as never);
  await screen.findByText('No matches for action List renamed.');
});

test('an empty page says what will appear there, or names its filters and clears them', async () => {
  const { user, search } = renderPage('~/settings/audit?action=webhook.deleted', {
    answers: { getAudit: { entries: [], nextCursor: null } },
  });
  await screen.findByText('No matches for action Webhook deleted.');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByText('No entries yet');
  expect(search()).toBe('');
});

test('a failure before the first page is shown instead of it, and retried', async () => {
  const answers: Answers = { getMe: failed };
  const { user } = renderPage('~/settings/general', {
    answers: { getMe: () => answers.getMe as never },
  });
  await screen.findByRole('heading', { level: 1, name: 'Could not show this page' });
  answers.getMe = exampleOf('getMe');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { level: 1, name: 'General' });
  complaints.splice(0);
});

test('a failure inside a page keeps the navigation usable', async () => {
  const { user } = renderPage('~/settings/audit', {
    answers: { getAudit: () => Response.json({ ok: true, data: {} }) },
  });
  await screen.findByRole('heading', { level: 1, name: 'Could not show this page' });
  await user.click(screen.getByRole('link', { name: 'Your account' }));
  await screen.findByRole('heading', { level: 1, name: 'Your account' });
  complaints.splice(0);
});

test('a missing webhook shows an error instead of a part of the page', async () => {
  renderPage(`~/settings/webhooks/${exampleIds.unknown}`, {
    answers: { getWebhook: new Refusal('not_found', 'There is no such webhook.') },
  });
  await screen.findByText('Could not load the webhook');
});

test('a workspace of others looks like a missing one', async () => {
  renderPage(`/w/${exampleIds.unknown}/settings/audit`);
  await screen.findByRole('heading', { level: 1, name: 'Page not found' });
});

test('a sign-in that was canceled or is not valid at the email provider says so, with one action', async () => {
  renderPage('/mailboxes/connected?error=access_denied&state=x1');
  await screen.findByRole('heading', { level: 1, name: 'Mailbox not connected' });
  screen.getByText(/^The sign-in was canceled at your email provider\./);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Open console']);
});

test.each([
  [0, 1],
  [1, 0],
])('the page of background jobs warns if no worker runs: %i workers', async (workers, alerts) => {
  renderPage('~/tasks', { answers: { getTasks: { ...exampleOf('getTasks'), workers } } });
  await screen.findByRole('table', { name: 'Background jobs' });
  expect(screen.queryAllByText('No worker is running')).toHaveLength(alerts);
});
