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
  secrets: readonly string[],
): string | undefined {
  const value = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  const token = signedValue(value, secrets);
  return token !== undefined && /^\w{1,128}$/.test(token) ? token : undefined;
}

/**
 * The library knows the newest secret only: cookies of these names that an older one has signed are
 * handed on to it signed anew.
 */
export const signedAnew = (
  header: string,
  names: readonly string[],
  secrets: readonly string[],
): string =>
  header
    .split(';')
    .map((part) => {
      const [name = '', value] = part.trim().split(/=(.*)/s);
      const signed = names.includes(name) ? signedValue(value, secrets.slice(1)) : undefined;
      return signed === undefined ? part : ` ${name}=${signedToken(signed, secrets[0]!)}`;
    })
    .join(';');

/** The value that the browser is given for a token. */
export const signedToken = (token: string, secret: string): string =>
  encodeURIComponent(`${token}.${signature(token, secret).toString('base64')}`);

/** What was signed with one of the secrets, if it was. */
function signedValue(value: string | undefined, secrets: readonly string[]): string | undefined {
  const [, text, given] = /^([\w-]{1,200})\.([A-Za-z0-9+/]{43}=)$/.exec(decoded(value)) ?? [];
  if (!text || !given) return undefined;
  const bytes = Buffer.from(given, 'base64');
  return secrets.some((secret) => timingSafeEqual(signature(text, secret), bytes))
    ? text
    : undefined;
}

const signature = (text: string, secret: string) =>
  createHmac('sha256', secret).update(text).digest();

function decoded(value = ''): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
