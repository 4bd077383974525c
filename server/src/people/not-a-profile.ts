import type { Warning } from '@outcrop/contract';

/** What a caller is told of a page that is not one person's. */
export const notAProfile = (path: Warning['path']): Warning => ({
  path,
  message:
    'is not the profile of one person, so it is kept but identifies nobody; send an address such as linkedin.com/in/name',
  code: 'not_a_profile',
});
