import type { ManageData } from '@outcrop/contract';
import type { Tab } from './search.ts';

type Campaign = ManageData<'getCampaign'>['campaign'];
type Senders = ManageData<'getCampaignMailboxes'>;

/** What a campaign needs before it runs or sends, and the tab or page where it is done. */
export interface Blocker {
  cure: string;
  cureTarget: Tab | 'mailboxes';
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
      cure: 'Write an email',
      cureTarget: 'steps',
      blocks: true,
    });
  if (mailboxes.length + hidden === 0)
    found.push({
      cure: 'Choose a mailbox',
      cureTarget: 'settings',
      blocks: true,
    });
  else if (hidden === 0 && mailboxes.every(({ status }) => !sends.includes(status)))
    found.push({
      cure: 'Fix a mailbox',
      cureTarget: 'mailboxes',
      blocks: true,
    });
  if (enrolled === 0)
    found.push({
      cure: 'Enroll people',
      cureTarget: 'people',
      blocks: false,
    });
  return found;
}

const sends = ['ok', 'resting'];
