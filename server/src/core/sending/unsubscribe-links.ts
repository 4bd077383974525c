import type { MailTokens, UnsubscribeRequest } from './mail-tokens.ts';

/** The page that an unsubscribe link opens. */
export const unsubscribePath = '/u';

/** The two ways to unsubscribe that an email offers: a link, and an email to its sender. */
export function unsubscribeLinks(
  tokens: MailTokens,
  request: UnsubscribeRequest,
  { origin, sender }: { origin: string; sender: string },
): { unsubscribeUrl: string; unsubscribeMailto: string } {
  const token = tokens.unsubscribeToken(request);
  return {
    unsubscribeUrl: `${origin}${unsubscribePath}/${token}`,
    unsubscribeMailto: `mailto:${encodeURIComponent(sender).replace('%40', '@')}?subject=${token}`,
  };
}
