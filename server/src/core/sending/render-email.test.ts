import { maxEmailLength } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { renderEmail, renderProblems } from './render-email.ts';

const template = (body: string, format: 'text' | 'html' = 'text') => ({
  ...{ variantId: null, subject: 'For {{title}}', body, format },
});
const render = (body: string, values: object, format?: 'html') =>
  renderEmail({
    template: template(body, format),
    footer: 'Stop: {{unsubscribeUrl}}',
    values: { title: 'you', ...values },
    unsubscribeUrl: 'https://outcrop.example/u/1',
    threadSubject: null,
  });

test('an email whose values make it too long has no text, and names the variable', () => {
  const website = 'x'.repeat(2_048);
  const body = `{{firstName}} ${'{{website}}'.repeat(1_800)}`;
  const values = { website, firstName: 'Amara', title: 'CEO' };
  expect(render(body, values)).toEqual({ subject: '', text: '', html: null, tooLong: 'website' });
  expect(renderProblems(template(body), null, values)).toEqual(['website']);
});

test('an email of the maximum length is written, also as HTML, where special characters take more', () => {
  const fits = render('{{website}}', { website: 'x'.repeat(maxEmailLength - 100) });
  expect([fits.tooLong, fits.text.length > maxEmailLength - 100]).toEqual([null, true]);
  const website = '&'.repeat(maxEmailLength / 4);
  expect(render('{{website}}', { website }).tooLong).toBe(null);
  expect(render('{{website}}', { website }, 'html').tooLong).toBe('website');
});
