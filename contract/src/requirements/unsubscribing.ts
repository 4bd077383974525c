import { ours, type Requirement } from './requirement.ts';

/** Unsubscribing, stopping, and the emails of a campaign. */
export const unsubscribing: Requirement[] = [
  ...ours({
    'unsubscribe.signed': 'Message-IDs and unsubscribe links are signed and cannot be forged.',
    'unsubscribe.mailto': 'An email whose subject is the token unsubscribes too.',
    'unsubscribe.stops': 'Whoever stops writing to someone ends all their enrollments.',
  }),
];
