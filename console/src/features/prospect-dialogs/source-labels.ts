import type { Prospect } from '@outcrop/contract';

/** The source, to follow "Added": "Added by hand". */
export const sourceLabels: Record<Prospect['sourceType'], string> = {
  extension: 'via API or extension',
  extension_profile: 'via extension (profile)',
  extension_search: 'via extension (people search)',
  extension_comments: 'via extension (comments)',
  csv: 'via CSV import',
  manual: 'by hand',
};
