import { Anchor } from '@mantine/core';
import { safeLink } from './person.ts';

/** The part of an address that says something. */
export const shortAddress = (url: string): string =>
  url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');

/** An address that someone wrote down: a link if it leads to a page, text if not. */
export function OutsideLink({ url }: { url: string }) {
  const href = safeLink(url);
  if (href === null) return url;
  return (
    <Anchor inherit href={href} target="_blank" rel="noopener noreferrer">
      {shortAddress(url)}
    </Anchor>
  );
}
