import type { OAuthClients } from './oauth-client.ts';

/** The variables of the configuration that name the operator's clients. */
interface OAuthVariables {
  GOOGLE_CLIENT_ID?: string | undefined;
  GOOGLE_CLIENT_SECRET?: string | undefined;
  MICROSOFT_CLIENT_ID?: string | undefined;
  MICROSOFT_CLIENT_SECRET?: string | undefined;
  MAIL_OAUTH_CLIENT_ID?: string | undefined;
  MAIL_OAUTH_CLIENT_SECRET?: string | undefined;
  MAIL_OAUTH_AUTHORIZE_URL?: string | undefined;
  MAIL_OAUTH_TOKEN_URL?: string | undefined;
  MAIL_OAUTH_SCOPE: string;
}

/** The operator's clients. A provider without one is left out. */
export function oauthClientsOf(config: OAuthVariables): OAuthClients {
  const clients: OAuthClients = {};
  if (config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET)
    clients.google = {
      id: config.GOOGLE_CLIENT_ID,
      secret: config.GOOGLE_CLIENT_SECRET,
      authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: 'https://oauth2.googleapis.com/token',
      scope: 'https://mail.google.com/',
      // Google issues a refresh token only when it asks for consent.
      parameters: { access_type: 'offline', prompt: 'consent' },
    };
  if (config.MICROSOFT_CLIENT_ID && config.MICROSOFT_CLIENT_SECRET)
    clients.microsoft = {
      id: config.MICROSOFT_CLIENT_ID,
      secret: config.MICROSOFT_CLIENT_SECRET,
      authorizeUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
      tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
      scope:
        'offline_access https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send',
      parameters: {},
    };
  if (
    config.MAIL_OAUTH_CLIENT_ID &&
    config.MAIL_OAUTH_CLIENT_SECRET &&
    config.MAIL_OAUTH_AUTHORIZE_URL &&
    config.MAIL_OAUTH_TOKEN_URL
  )
    clients.custom = {
      id: config.MAIL_OAUTH_CLIENT_ID,
      secret: config.MAIL_OAUTH_CLIENT_SECRET,
      authorizeUrl: config.MAIL_OAUTH_AUTHORIZE_URL,
      tokenUrl: config.MAIL_OAUTH_TOKEN_URL,
      scope: config.MAIL_OAUTH_SCOPE,
      parameters: {},
    };
  return clients;
}
