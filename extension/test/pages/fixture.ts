import type { Lead } from '@outcrop/contract';

/** A page that we wrote, and the people who must be found on it. */
export interface Fixture {
  about: string;
  html: string;
  expected: Partial<Lead>[];
  url?: string;
  /** The element whose text the user has selected. */
  selected?: string;
  /** Reading of professional networks is turned on. */
  network?: true;
  kind?: 'profile' | 'search' | 'comments';
}

export const jsonLd = (data: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

export const schema = { '@context': 'https://schema.org' };
