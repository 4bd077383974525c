import type { Warning } from '@outcrop/contract';

/** Warning for a LinkedIn URL that is not a personal profile. */
export const notAProfile = (path: Warning['path']): Warning => ({
  path,
  message:
    'is not a personal LinkedIn profile, so it is stored but not used for matching; send a URL such as linkedin.com/in/name',
  code: 'not_a_profile',
});
