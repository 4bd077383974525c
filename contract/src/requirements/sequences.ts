import { ours, type Requirement } from './requirement.ts';

/** Steps of campaigns, and the emails that they become. */
export const sequences: Requirement[] = ours({
  'sequences.step-ids':
    'Every step has an id, which it keeps when it is moved or rewritten; a step sent without an id is new, and an id that is unknown or sent twice is 422.',
  'sequences.edits':
    'However the steps of a campaign are inserted, moved, removed or rewritten, no prospect gets a step twice.',
  'sequences.removed':
    'A prospect whose next step was removed continues with the email that followed it.',
  'sequences.alternatives':
    'An email has at most 4 alternatives; prospects are split evenly by a hash, so a prospect always gets the same one.',
  'sequences.html':
    'HTML bodies are reduced to simple tags and safe links; values are escaped, and variables are not allowed in attributes.',
  'sequences.footer':
    'Every email has a footer with a link to unsubscribe; the footer of a campaign must contain it.',
  'sequences.new-per-day': 'A campaign can limit its first emails per day, from 1 to 10,000.',
  'sequences.missing':
    'A variable without a value and without a fallback is reported as missing, not sent as a blank.',
  'sequences.headers':
    'No value can add a header, and List-Unsubscribe is one unfolded line with a URL and an address.',
  'sequences.same-bytes': 'The same email composed again has the same bytes, except for its date.',
  'sequences.thread':
    'An email without a subject continues the thread of the previous one, with Re:, In-Reply-To and References.',
  'sequences.rehearsal':
    'A rehearsal lists every enrolled prospect whose next email cannot be sent, and changes nothing.',
  'sequences.preview': 'A preview returns the emails of a campaign as one prospect would get them.',
});
