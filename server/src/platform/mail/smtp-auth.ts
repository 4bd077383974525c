import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailAuth } from './mail-server.ts';

const name = 'ACCESS-TOKEN';

/**
 * XOAUTH2 under a name of our own: for `XOAUTH2`, nodemailer prefers PLAIN where it is offered, and
 * after a refusal it hides the server's reply behind its own attempt to renew the token.
 */
export const tokenMechanism: SMTPConnection.CustomAuthenticationHandlers = {
  [name]: async (session) => {
    const { user, pass } = session.auth.credentials;
    const token = base64(`user=${user}\x01auth=Bearer ${pass}\x01\x01`);
    const reply = await session.sendCommand(`AUTH XOAUTH2 ${token}`);
    // The details of the refusal come first; an empty line asks for the refusal itself.
    const { status } = reply.status === 334 ? await session.sendCommand('') : reply;
    if (status < 200 || status > 299) throw new Error('The access token was refused.');
  },
};

export const loginOf = (auth: MailAuth): SMTPConnection.AuthenticationType =>
  'accessToken' in auth
    ? { method: name, user: auth.user, pass: auth.accessToken }
    : { user: auth.user, pass: auth.password };

/** All forms in which a server could repeat a credential, longest first. */
export function secretsOf(auth: MailAuth | null): string[] {
  if (auth === null) return [];
  const { user } = auth;
  if ('password' in auth)
    return [base64(`\0${user}\0${auth.password}`), base64(auth.password), auth.password];
  const { accessToken } = auth;
  return [base64(`user=${user}\x01auth=Bearer ${accessToken}\x01\x01`), accessToken];
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
