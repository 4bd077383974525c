import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { exampleIds } from './api.ts';
import { renderPage } from './render-page.tsx';

test.each(['Add all to list', 'Tag all'])(
  'Enter in "%s" keeps the name and does not start the preview',
  async (label) => {
    const { user, requests } = renderPage(`~/prospects/import/${exampleIds.import}`);
    const input = await screen.findByRole('combobox', { name: label });
    await user.click(input);
    await user.paste('Hannover 2026');
    await user.keyboard('{Enter}');
    expect((input as HTMLInputElement).value).toBe('Hannover 2026');
    expect(requests.filter(({ id }) => id === 'postImportDryRun')).toEqual([]);
  },
);
