import * as oauth from 'oauth4webapi';
import type { Egress } from '../../platform/egress/egress.ts';
import type { MailServer } from '../../platform/mail/mail-server.ts';

export type OAuthProviderName = 'google' | 'microsoft' | 'custom';

/** The operator's client at a provider of mailboxes. */
export interface OAuthClient {
  id: string;
  secret: string;
  authorizeUrl: string;
  tokenUrl: string;
  scope: string;
  /** Further parameters of the sign-in page. */
  parameters: Record<string, string>;
  /** The only servers that get its tokens. */
  smtp: MailServer;
  imap: MailServer;
}

export type OAuthClients = Partial<Record<OAuthProviderName, OAuthClient>>;

export interface IssuedTokens {
  accessToken: string;
  expiresInSeconds: number;
  /** Null if the present refresh token stays valid. */
  refreshToken: string | null;
}

/** The provider did not issue a token. The message is shown to the workspace. */
export class OAuthFailure extends Error {
  /** The user ended the sign-in, or it expired. */
  readonly isSignedOut: boolean;

  constructor(message: string, isSignedOut: boolean) {
    super(message);
    this.name = 'OAuthFailure';
    this.isSignedOut = isSignedOut;
  }
}

const timeoutMs = 10_000;
const maxBytes = 65_536;
const defaultLifetimeSeconds = 600;

/** The page where the user signs in, which returns to `redirectUri` with a code and the state. */
export async function signInUrl(
  client: OAuthClient,
  {
    redirectUri,
    state,
    verifier,
    address,
  }: Record<'redirectUri' | 'state' | 'verifier' | 'address', string>,
): Promise<string> {
  const url = new URL(client.authorizeUrl);
  const parameters = {
    ...client.parameters,
    client_id: client.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: client.scope,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    login_hint: address,
    state,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

export const newVerifier = (): string => oauth.generateRandomCodeVerifier();

interface CodeGrant {
  code: string;
  redirectUri: string;
  verifier: string;
}

export const exchangeCode = (
  egress: Egress,
  client: OAuthClient,
  { code, redirectUri, verifier }: CodeGrant,
): Promise<IssuedTokens> =>
  tokensFrom(client, async (server, known, secret) => {
    const checked = oauth.validateAuthResponse(server, known, new URLSearchParams({ code }));
    const options = requestOptions(egress);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      known,
      secret,
      checked,
      redirectUri,
      verifier,
      options,
    );
    return oauth.processAuthorizationCodeResponse(server, known, response);
  });

export const refreshTokens = (
  egress: Egress,
  client: OAuthClient,
  refreshToken: string,
): Promise<IssuedTokens> =>
  tokensFrom(client, async (server, known, secret) => {
    const options = requestOptions(egress);
    const response = await oauth.refreshTokenGrantRequest(
      server,
      known,
      secret,
      refreshToken,
      options,
    );
    return oauth.processRefreshTokenResponse(server, known, response);
  });

async function tokensFrom(
  client: OAuthClient,
  request: (
    server: oauth.AuthorizationServer,
    known: oauth.Client,
    secret: oauth.ClientAuth,
  ) => Promise<oauth.TokenEndpointResponse>,
): Promise<IssuedTokens> {
  const { origin, host } = new URL(client.tokenUrl);
  const server = { issuer: origin, token_endpoint: client.tokenUrl };
  try {
    const issued = await request(
      server,
      { client_id: client.id },
      oauth.ClientSecretPost(client.secret),
    );
    return {
      accessToken: issued.access_token,
      expiresInSeconds: issued.expires_in ?? defaultLifetimeSeconds,
      refreshToken: issued.refresh_token ?? null,
    };
  } catch (error) {
    throw failureOf(error, host);
  }
}

function failureOf(error: unknown, host: string): unknown {
  if (error instanceof OAuthFailure) return error;
  if (error instanceof oauth.ResponseBodyError)
    return error.error === 'invalid_grant'
      ? new OAuthFailure(
          `${host} no longer accepts the sign-in of this mailbox. Sign in again.`,
          true,
        )
      : new OAuthFailure(`${host} did not issue a token (${error.error.slice(0, 60)}).`, false);
  if (
    error instanceof oauth.OperationProcessingError ||
    error instanceof oauth.WWWAuthenticateChallengeError
  )
    return new OAuthFailure(`${host} did not issue a token.`, false);
  return error;
}

/** Egress reaches plain http only in networks that the operator allowed. */
const requestOptions = (egress: Egress) => ({
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: async (
    url: string,
    {
      method,
      headers,
      body,
    }: { method: string; headers: Record<string, string>; body?: URLSearchParams },
  ): Promise<Response> => {
    const answer = await egress.request({
      url,
      method: method === 'GET' ? 'GET' : 'POST',
      headers: { ...headers, 'accept-encoding': 'identity' },
      body: body?.toString() ?? '',
      timeoutMs,
      maxBytes,
    });
    if (!answer.answered) throw new OAuthFailure(answer.message, false);
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  },
});

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
  MAIL_OAUTH_SMTP_URL?: string | undefined;
  MAIL_OAUTH_IMAP_URL?: string | undefined;
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
      smtp: { host: 'smtp.gmail.com', port: 465, security: 'tls' },
      imap: { host: 'imap.gmail.com', port: 993, security: 'tls' },
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
      smtp: { host: 'smtp.office365.com', port: 587, security: 'starttls' },
      imap: { host: 'outlook.office365.com', port: 993, security: 'tls' },
    };
  if (
    config.MAIL_OAUTH_CLIENT_ID &&
    config.MAIL_OAUTH_CLIENT_SECRET &&
    config.MAIL_OAUTH_AUTHORIZE_URL &&
    config.MAIL_OAUTH_TOKEN_URL &&
    config.MAIL_OAUTH_SMTP_URL &&
    config.MAIL_OAUTH_IMAP_URL
  )
    clients.custom = {
      id: config.MAIL_OAUTH_CLIENT_ID,
      secret: config.MAIL_OAUTH_CLIENT_SECRET,
      authorizeUrl: config.MAIL_OAUTH_AUTHORIZE_URL,
      tokenUrl: config.MAIL_OAUTH_TOKEN_URL,
      scope: config.MAIL_OAUTH_SCOPE,
      parameters: {},
      smtp: mailServerOf(config.MAIL_OAUTH_SMTP_URL, { tls: 465, starttls: 587 }),
      imap: mailServerOf(config.MAIL_OAUTH_IMAP_URL, { tls: 993, starttls: 143 }),
    };
  return clients;
}

/** `smtps:` and `imaps:` are TLS from the beginning, `smtp:` and `imap:` STARTTLS. */
function mailServerOf(url: string, ports: Record<'tls' | 'starttls', number>): MailServer {
  const { protocol, hostname, port } = new URL(url);
  const security = protocol.endsWith('s:') ? 'tls' : 'starttls';
  return { host: hostname, port: port === '' ? ports[security] : Number(port), security };
}
