import { Anchor } from '@mantine/core';
import { safeUrl } from '../features/prospect/fields.ts';

/** The URL without protocol, www and trailing slash. */
export const shortUrl = (url: string): string =>
  url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');

/** A link for http and https URLs, plain text for anything else. */
export function ExternalLink({ url }: { url: string }) {
  const href = safeUrl(url);
  if (href === null) return url;
  return (
    <Anchor inherit href={href} target="_blank" rel="noopener noreferrer">
      {shortUrl(url)}
    </Anchor>
  );
}
