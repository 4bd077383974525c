import { ours, type Requirement } from './requirement.ts';

/** What a received message is. */
export const deciding: Requirement[] = [
  ...ours({
    'receiving.people': 'A message that a person wrote is never taken for one of a program.',
    'receiving.programs':
      'Bounces, delays, complaints, absences and other messages of programs are found, each with its evidence.',
    'receiving.living-address':
      'No address is marked as bounced because of spam, policy, size, quota, the sender, relaying, or time.',
    'receiving.dead-address':
      'A bounce of an address that will never work is permanent, and names the recipient and the email that was sent.',
    'receiving.return-date': 'The day on which a person is back is found in 35 languages.',
    'receiving.stop-request':
      'A request to get no more emails unsubscribes, alone or among other sentences. One that asks, names another address or takes it back is read by a person.',
    'receiving.classify':
      'mail:classify prints one line for each file. A file that cannot be read is reported and does not stop the others.',
  }),
];
