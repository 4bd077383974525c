import { Anchor } from '@mantine/core';

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

/** The URL if it is safe to link to: only http and https. */
function safeUrl(url: string): string | null {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`;
  return URL.canParse(whole) && /^https?:$/.test(new URL(whole).protocol) ? whole : null;
}
