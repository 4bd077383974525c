import type { ManageData } from '@outcrop/contract';
import type { Tab } from './search.ts';

type Campaign = ManageData<'getCampaign'>['campaign'];
type Senders = ManageData<'getCampaignMailboxes'>;

/** What keeps a campaign from running or from sending, and the tab or page where it is cured. */
export interface Blocker {
  problem: string;
  cure: string;
  at: Tab | 'mailboxes';
  /** False if it can start nevertheless. */
  blocks: boolean;
}

export function blockersOf(
  { steps, enrolled }: Pick<Campaign, 'steps' | 'enrolled'>,
  { mailboxes, hidden }: Pick<Senders, 'hidden'> & { mailboxes: { status: string }[] },
): Blocker[] {
  const found: Blocker[] = [];
  if (!steps.some(({ kind }) => kind === 'email'))
    found.push({
      problem: 'It has no email.',
      cure: 'Write the first email',
      at: 'steps',
      blocks: true,
    });
  if (mailboxes.length + hidden === 0)
    found.push({
      problem: 'No mailbox selected.',
      cure: 'Choose a mailbox',
      at: 'settings',
      blocks: true,
    });
  else if (hidden === 0 && mailboxes.every(({ status }) => !sends.includes(status)))
    found.push({
      problem: 'None of its mailboxes can send.',
      cure: 'Open mailboxes',
      at: 'mailboxes',
      blocks: true,
    });
  if (enrolled === 0)
    found.push({
      problem: 'No one is enrolled.',
      cure: 'Enroll people',
      at: 'people',
      blocks: false,
    });
  return found;
}

const sends = ['ok', 'resting'];
