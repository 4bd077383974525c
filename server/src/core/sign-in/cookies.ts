import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * With https, the `__Host-` prefix keeps other hosts of the domain from setting the cookie.
 * Browsers reject the prefix over http, which is for local use only.
 */
export const cookieNames = (secure: boolean) => {
  const name = secure ? '__Host-outcrop' : 'outcrop';
  return { session: name, secondFactor: `${name}-second-factor` };
};

/** The session token, if the cookie's signature is valid; a forged one causes no lookup. */
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
 * The library checks the newest secret only, so cookies signed with an older one are signed again.
 */
export const resignCookies = (
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

/** The cookie value for a token. */
export const signedToken = (token: string, secret: string): string =>
  encodeURIComponent(`${token}.${signature(token, secret).toString('base64')}`);

/** The signed value, if one of the secrets signed it. */
function signedValue(value: string | undefined, secrets: readonly string[]): string | undefined {
  const [, text, given] = /^([\w-]{1,200})\.([A-Za-z0-9+/]{43}=)$/.exec(decode(value)) ?? [];
  if (!text || !given) return undefined;
  const bytes = Buffer.from(given, 'base64');
  return secrets.some((secret) => timingSafeEqual(signature(text, secret), bytes))
    ? text
    : undefined;
}

const signature = (text: string, secret: string) =>
  createHmac('sha256', secret).update(text).digest();

function decode(value = ''): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
