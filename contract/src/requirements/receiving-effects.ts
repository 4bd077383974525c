import { ours, type Requirement } from './requirement.ts';

/** What follows from a received message, and how the inbox shows it. */
export const receivingEffects: Requirement[] = [
  ...ours({
    'receiving.match':
      'A message joins the conversation that it answers: by In-Reply-To, by References with the same subject, by the thread of Gmail, or by sender and subject within 30 days.',
    'receiving.direction': 'What the workspace wrote itself is never a reply.',
    'receiving.only-prospects': 'Mail that is about no prospect is not stored.',
    'receiving.proof':
      'Only a message that names an email of ours changes what is known of an address.',
    'receiving.reply':
      'A human reply ends the campaigns of the person, moves the stage forward and emits reply.received.',
    'receiving.automatic':
      'An automatic message stops nothing; an absence pauses the campaigns until the return.',
    'receiving.bounce':
      'A permanent bounce ends the campaigns and keeps the address; any other is only shown.',
    'receiving.unsubscribe':
      'A reply, an email to the unsubscribe address and a complaint unsubscribe the person.',
    'sending.guard':
      'A mailbox or campaign pauses by itself at 5% bounces or 0.1% complaints of at least 50 recent emails, and a person resumes it.',
    'receiving.correct':
      'A corrected message undoes what followed from it, and has the effects of what it is.',
    'inbox.reply':
      'A reply leaves once, in the same thread, after ten seconds in which it can be canceled, and never to someone who must not be contacted.',
    'inbox.reply-unknown':
      'A reply whose fate is unknown is marked as sent or sent again only if someone decides so, and once.',
    'inbox.saved-replies':
      'Saved replies have a unique name and merge tags, which are filled in for a conversation.',
    'inbox.conversations':
      'Conversations can be listed by state, read with their messages, marked, closed and snoozed.',
    'inbox.html':
      'The HTML of a message is shown without anything that runs or loads; images on other servers only on request.',
    'inbox.attachments':
      'An attachment is read from the mail server when it is opened, up to 25 MB, and never stored.',
    'inbox.search':
      'Conversations are found by words of their subjects and of what senders wrote, and by prospect.',
    'inbox.retention':
      'Texts of messages and their words are deleted after 13 months, or after the days that the workspace has set.',
    'inbox.outcome':
      'An outcome moves the stage of the prospect forward or to not_interested, never a customer.',
  }),
];
