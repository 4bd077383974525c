import type { Reason } from './rules.ts';

interface Outcome {
  /** The name of its count. */
  count: string;
  /** Why the prospect was left out and what to do. Null if it is enrolled. */
  sentence: string | null;
}

const outcomes: Record<Reason | 'missing', Outcome> = {
  already_enrolled: { count: 'alreadyEnrolled', sentence: 'Already in the campaign.' },
  suppressed: { count: 'suppressed', sentence: 'Marked as “Do not contact”.' },
  unsubscribed: { count: 'unsubscribed', sentence: 'Unsubscribed or complained about an email.' },
  no_email: { count: 'noEmail', sentence: 'No email address. Add one and enroll again.' },
  bounced: {
    count: 'bounced',
    sentence: 'Emails to this address bounced. Correct the address and enroll again.',
  },
  missing: { count: 'missing', sentence: 'The prospect no longer exists.' },
};

/** How the task counts and reports a prospect. */
export const leftOut = (reason: Reason | 'missing' | null): Outcome =>
  reason === null ? { count: 'enrolled', sentence: null } : outcomes[reason];
