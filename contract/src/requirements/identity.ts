import { ours, type Requirement } from './requirement.ts';

/** Who is the same person, and what they are called. */
export const identity: Requirement[] = [
  ...ours({
    'identity.email-key':
      'The e-mail key is trimmed and lower-case with an ASCII domain; dots and plus-tags stay.',
    'identity.linkedin-key':
      'Every form of the address of a LinkedIn profile gives the same lower-case slug as its key.',
    'identity.linkedin-member-id': 'LinkedIn member ids keep their case and never equal a slug.',
    'identity.other-url':
      'A page that is not one person’s profile, on LinkedIn or elsewhere, gives no key.',
    'identity.name-key':
      'The name key ignores case, accents and the amount of white space in name and company.',
    'identity.name-needs-company':
      'There is a name key only with a company, and with neither e-mail nor LinkedIn profile.',
    'identity.linkedin-url-stored':
      'Any http or https address is stored as linkedinUrl; a profile in one spelling, others as sent.',
    'identity.rekey':
      'Keys that an earlier version stored are computed anew in the background, slice by slice.',
    'identity.duplicates':
      'Of records with one profile the oldest has its key, and each pair is listed until it is settled.',
    'identity.runs-anywhere': 'The keys are computed by a module that also runs in a browser.',
  }),

  ...ours({
    'names.full-from-parts': 'A missing full name is read as first and last name together.',
    'names.parts-from-full':
      'Missing first and last names are read from the full name, split at its first white space.',
  }),
];
