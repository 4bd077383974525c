import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { exampleOf } from './api.ts';
import { renderPage } from './render-page.tsx';

const stages = exampleOf('getBoards').stages.map((stage, index) => ({
  ...stage,
  count: index === 0 ? 50_097 : 0,
}));
const answers = {
  getBoards: { ...exampleOf('getBoards'), stages },
  getProspects: { ...exampleOf('getProspects'), total: 10_000, totalIsCapped: true },
};

test('the number of all prospects is the same as on the pipeline', async () => {
  renderPage('~/prospects', { answers });
  await screen.findByText('50,097 prospects');
});

test('with a filter, a number that is not counted to the end says so', async () => {
  renderPage('~/prospects?hasEmail=true', { answers });
  await screen.findByText('10,000+ prospects');
  expect(screen.queryByText('50,097 prospects')).toBeNull();
});
