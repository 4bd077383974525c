import { ours, type Requirement } from './requirement.ts';

/** Identity keys and names. */
export const identity: Requirement[] = [
  ...ours({
    'identity.email-key':
      'The email key is trimmed and lowercase with an ASCII domain; dots and plus tags stay.',
    'identity.linkedin-key':
      'Every URL form of a LinkedIn profile gives the same lowercase slug as its key.',
    'identity.linkedin-member-id': 'LinkedIn member ids keep their case and never equal a slug.',
    'identity.other-url':
      'A page that is not one person’s profile, on LinkedIn or elsewhere, has no key.',
    'identity.name-key':
      'The name key ignores case, accents and extra white space in name and company.',
    'identity.name-needs-company':
      'A name key requires a company and applies only without email and LinkedIn profile.',
    'identity.linkedin-url-stored':
      'Any http or https URL is stored as linkedinUrl; a profile is normalized, others are stored as sent.',
    'identity.runs-anywhere': 'The keys are computed by a module that also runs in a browser.',
  }),

  ...ours({
    'names.full-from-parts': 'A missing full name is built from first and last name.',
    'names.parts-from-full':
      'Missing first and last names are taken from the full name, split at its first white space.',
  }),
];
