import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterTestOrFile } from '../after-test-or-file.ts';

type Parameters = Record<string, string>;

export interface OAuthProvider {
  authorizeUrl: string;
  tokenUrl: string;
  /** For Dovecot (RFC 7662). */
  introspectionUrl: string;
  clientId: string;
  clientSecret: string;
  /** The parameters of all token requests. */
  tokenRequests: Parameters[];
  /** Signs a user in at the URL that the client was given, and returns the code and the state. */
  signIn: (url: string, user: string) => { code: string; state: string };
  /** A refresh token of a user, as if they had signed in earlier. */
  refreshTokenOf: (user: string) => string;
  /** Ends an access token early. */
  expire: (accessToken: string) => void;
  /** Ends the sign-in of a user. */
  revoke: (user: string) => void;
  /** Makes token requests fail with this status; null answers again. */
  failWith: (status: number | null) => void;
  /** Token requests wait for this. */
  holdUntil: (promise: Promise<void>) => void;
}

interface Grant {
  user: string;
  challenge: string;
  redirectUri: string;
}

/** A scripted OAuth 2 provider on a real socket, with one client. */
export async function startOAuthProvider(expiresIn = 3_600): Promise<OAuthProvider> {
  const clientId = 'outcrop';
  const clientSecret = randomUUID();
  const codes = new Map<string, Grant>();
  const refreshTokens = new Map<string, string>();
  const accessTokens = new Map<string, string>();
  const tokenRequests: Parameters[] = [];
  let failure: number | null = null;
  let held = Promise.resolve();

  const refreshTokenOf = (user: string) => {
    const token = `refresh-${randomUUID()}`;
    refreshTokens.set(token, user);
    return token;
  };
  const issue = (user: string, refreshToken?: string) => {
    const token = `access-${randomUUID()}`;
    accessTokens.set(token, user);
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: expiresIn,
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    };
  };
  const invalidGrant = { error: 'invalid_grant', error_description: 'Token has been revoked.' };

  const exchange = (given: Parameters) => {
    const grant = codes.get(given['code'] ?? '');
    codes.delete(given['code'] ?? '');
    const challenge = createHash('sha256')
      .update(given['code_verifier'] ?? '')
      .digest('base64url');
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== given['redirect_uri'])
      return invalidGrant;
    return issue(grant.user, refreshTokenOf(grant.user));
  };
  const refresh = (given: Parameters) => {
    const user = refreshTokens.get(given['refresh_token'] ?? '');
    return user === undefined ? invalidGrant : issue(user);
  };

  const answerToken = async (given: Parameters, response: ServerResponse) => {
    tokenRequests.push(given);
    await held;
    if (failure !== null) return void response.writeHead(failure).end('{}');
    const isClient = given['client_id'] === clientId && given['client_secret'] === clientSecret;
    const body = !isClient
      ? { error: 'invalid_client' }
      : given['grant_type'] === 'refresh_token'
        ? refresh(given)
        : exchange(given);
    send(response, 'error' in body ? 400 : 200, body);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const given = await readForm(request);
    if (request.url === '/token') return answerToken(given, response);
    if (request.url !== '/introspect') return void response.writeHead(404).end();
    const user = accessTokens.get(given['token'] ?? '');
    return send(
      response,
      200,
      user === undefined ? { active: false } : { active: true, username: user },
    );
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTestOrFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    authorizeUrl: `${origin}/authorize`,
    tokenUrl: `${origin}/token`,
    introspectionUrl: `${origin}/introspect`,
    clientId,
    clientSecret,
    tokenRequests,
    signIn: (url, user) => {
      const { searchParams } = new URL(url);
      const code = randomUUID();
      const challenge = searchParams.get('code_challenge') ?? '';
      codes.set(code, { user, challenge, redirectUri: searchParams.get('redirect_uri') ?? '' });
      return { code, state: searchParams.get('state') ?? '' };
    },
    refreshTokenOf,
    expire: (accessToken) => void accessTokens.delete(accessToken),
    revoke: (user) => {
      for (const tokens of [accessTokens, refreshTokens])
        for (const [token, owner] of tokens) if (owner === user) tokens.delete(token);
    },
    failWith: (status) => {
      failure = status;
    },
    holdUntil: (promise) => {
      held = promise;
    },
  };
}

async function readForm(request: IncomingMessage): Promise<Parameters> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return Object.fromEntries(new URLSearchParams(text));
}

const send = (response: ServerResponse, status: number, body: object) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
