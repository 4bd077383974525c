import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { exampleIds, exampleOf, Refusal } from './api.ts';
import { renderPage } from './render-page.tsx';

test('a workspace without prospects explains how to add them', async () => {
  const { user, path } = renderPage('~/prospects', {
    answers: {
      getProspects: { ...exampleOf('getProspects'), prospects: [], total: 0, nextCursor: null },
    },
  });
  await screen.findByRole('heading', { name: 'No prospects yet' });
  screen.getByText(new RegExp(`curl ${location.origin}/api/v1/ext/leads`));
  await user.click(screen.getAllByRole('link', { name: 'Import' }).at(-1)!);
  await waitFor(() => expect(path()).toMatch(/\/prospects\/import$/));
});

test('a request that is not in the log shows how long requests are stored', async () => {
  renderPage(`~/settings/requests?request=${exampleIds.unknown}`, {
    answers: { getRequestLog: { requests: [], nextCursor: null } },
  });
  await screen.findByText('Request not found');
  screen.getByText(/^Requests are stored for 14 days/);
});

test('a merge with one id, or of a prospect that is gone, explains what is missing', async () => {
  const { amara, unknown } = exampleIds;
  renderPage(`~/prospects/merge?keep=${amara}&remove=${amara}`);
  await screen.findByText('Nothing to compare');
  renderPage(`~/prospects/merge?keep=${amara}&remove=${unknown}`, {
    answers: { getProspect: new Refusal('not_found', 'There is no such prospect.') },
  });
  await screen.findByText('Prospect not found');
  screen.getAllByRole('link', { name: 'View prospects' });
});
