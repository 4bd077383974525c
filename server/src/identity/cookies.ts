import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * With https, a browser takes a `__Host-` cookie only from this very host, so that no neighbour
 * can plant one. Over http, which is for this machine alone, it would take none of that name.
 */
export const cookieNames = (secure: boolean) => {
  const name = secure ? '__Host-outcrop' : 'outcrop';
  return { session: name, secondFactor: `${name}-second-factor` };
};

/** The token of a session whose cookie we have signed; a made-up one costs no look-up. */
export function sessionToken(
  header: string | undefined,
  name: string,
  secret: string,
): string | undefined {
  const value = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  const [, token, signature] = /^(\w{1,128})\.([A-Za-z0-9+/]{43}=)$/.exec(decoded(value)) ?? [];
  if (!token || !signature) return undefined;
  const right = createHmac('sha256', secret).update(token).digest();
  return timingSafeEqual(right, Buffer.from(signature, 'base64')) ? token : undefined;
}

/** The value that the browser is given for a token. */
export const signedToken = (token: string, secret: string): string =>
  encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`);

function decoded(value = ''): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
