import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { exampleIds, exampleOf, Refusal } from './api.ts';
import { renderPage } from './render-page.tsx';

const notConfigured = new Refusal('enrichment_not_configured', 'No language model is configured.');

test.each([
  ['member', 'Ask an Admin to set up AI. Then you can enrich prospects.'],
  ['admin', 'Set up AI'],
] as const)('without a language model, a %s sees what to do: %s', async (role, advice) => {
  const { user } = renderPage(`~/enrichment/${exampleIds.job}`, {
    role,
    answers: { postEnrich: notConfigured },
  });
  await user.click(await screen.findByRole('button', { name: 'Enrich again…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('AI is not set up');
  dialog.getByText(advice);
});

test('a plan without enrichment is named, with a link to the usage', async () => {
  const message = 'The plan Plain does not include enrichment.';
  const { user } = renderPage(`~/enrichment/${exampleIds.job}`, {
    answers: { postEnrich: new Refusal('plan_not_allowed', message) },
  });
  await user.click(await screen.findByRole('button', { name: 'Enrich again…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(new RegExp(`^${message}`));
  dialog.getByRole('link', { name: 'Plan & usage' });
});

test('text and URLs that a model found are harmless', async () => {
  const markup = '<img src=x onerror="alert(1)">';
  const found = (source: string) => ({
    about: 'company' as const,
    text: `${markup} ${source}`,
    source,
    confidence: 'low' as const,
  });
  const example = exampleOf('getEnrichmentJob');
  const after = {
    title: markup,
    website: 'javascript:alert(1)',
    enrichment: {
      summary: markup,
      highlights: [],
      completedAt: '2026-03-05T14:02:51.009Z',
      facts: ['javascript:alert(1)', 'data:text/html,x', 'https://saltmarsh.example/news'].map(
        found,
      ),
    },
  };
  renderPage(`~/enrichment/${exampleIds.job}`, {
    role: 'viewer',
    answers: {
      getEnrichmentJob: {
        ...example,
        job: { ...example.job, mode: 'enrich_only' },
        results: [
          {
            ...example.results[0]!,
            prospectName: markup,
            before: { title: null, website: null, enrichment: null },
            after,
          },
        ],
      },
    },
  });
  await waitFor(() => expect(screen.getAllByText(markup).length).toBeGreaterThan(1));
  const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(addresses).toContain('https://saltmarsh.example/news');
  expect(addresses.filter((href) => /^(javascript|data):/i.test(href ?? ''))).toEqual([]);
  expect(document.querySelector('img[src=x]')).toBeNull();
});
