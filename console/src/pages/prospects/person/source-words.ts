import type { Prospect } from '@outcrop/contract';

/** Where someone came from, after "Added": "Added by hand". */
export const sourceWords: Record<Prospect['sourceType'], string> = {
  extension: 'through the API or the extension',
  extension_profile: 'from a profile page, with the extension',
  extension_search: 'from a people search, with the extension',
  extension_comments: 'from the comments of a page, with the extension',
  csv: 'from a CSV file',
  manual: 'by hand',
};
