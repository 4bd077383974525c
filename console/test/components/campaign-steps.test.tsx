import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { forgetSteps } from '../../src/pages/campaigns/kept-steps.ts';
import { exampleIds, exampleOf } from './api.ts';
import { renderPage } from './render-page.tsx';

const path = `~/campaigns/${exampleIds.campaign}`;

afterEach(() => forgetSteps(exampleIds.campaign));

function openEmptyCampaign(tab = '') {
  const { campaign } = exampleOf('getCampaign');
  return renderPage(`${path}${tab}`, {
    answers: { getCampaign: { campaign: { ...campaign, status: 'draft', steps: [] } } },
  });
}

const subjectOf = (title: string) =>
  within(screen.getByRole('heading', { name: title }).closest('li')!).findByRole('textbox', {
    name: 'Subject',
  });

test('"Write an email" adds an email, and its subject gets the focus', async () => {
  const { user } = openEmptyCampaign();
  await user.click(await screen.findByRole('button', { name: 'Write an email' }));
  await screen.findByRole('heading', { name: 'Email 1' });
  const subject = await subjectOf('Email 1');
  await waitFor(() => expect(document.activeElement).toBe(subject));

  subject.blur();
  await user.click(screen.getByRole('button', { name: 'Write an email' }));
  expect(screen.getAllByRole('heading', { name: /^Email \d$/ })).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toBe(subject));
});

test('"Write an email" on another tab opens the steps with a new email', async () => {
  const { user } = openEmptyCampaign('?tab=settings');
  await user.click(await screen.findByRole('button', { name: 'Write an email' }));
  await screen.findByRole('heading', { name: 'Email 1' });
  const subject = await subjectOf('Email 1');
  await waitFor(() => expect(document.activeElement).toBe(subject));
});

test('the subject of an added email or follow-up gets the focus', async () => {
  const { user } = openEmptyCampaign();
  await user.click(await screen.findByRole('button', { name: 'Add email' }));
  const subject = await subjectOf('Email 1');
  await waitFor(() => expect(document.activeElement).toBe(subject));
  await user.click(screen.getByRole('button', { name: 'Add follow-up' }));
  const next = await subjectOf('Email 2');
  await waitFor(() => expect(document.activeElement).toBe(next));
});

test('a field of a new email is marked once it was left empty', async () => {
  const { user } = openEmptyCampaign();
  await user.click(await screen.findByRole('button', { name: 'Add email' }));
  const subject = await subjectOf('Email 1');
  await waitFor(() => expect(document.activeElement).toBe(subject));
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0);
  subject.blur();
  await screen.findByText('Write a subject.');
  expect([...document.querySelectorAll('[aria-invalid=true]')]).toEqual([subject]);
});

test('without a mailbox, the preview has a placeholder for the name of the sender', async () => {
  const { campaign } = exampleOf('getCampaign');
  const [first] = campaign.steps;
  if (first?.kind !== 'email') throw new Error('The example begins with an email.');
  const { user } = renderPage(path, {
    answers: {
      getCampaign: {
        campaign: {
          ...campaign,
          status: 'draft',
          steps: [{ ...first, body: 'Regards, {{senderName}}' }],
        },
      },
      getCampaignMailboxes: { mailboxes: [], hidden: 0 },
    },
  });
  await user.click(await screen.findByRole('combobox', { name: 'Preview for' }));
  await user.click((await screen.findAllByRole('option'))[0]!);
  const email = await screen.findByRole('article', { name: 'Email 1' });
  await within(email).findByText(/Regards, \(sender name\)/);
});
