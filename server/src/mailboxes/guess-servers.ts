import type { ManageResult } from '@outcrop/contract';
import { emailKey, storedEmail } from '@outcrop/contract/identity';
import type { OAuthClients, OAuthProviderName } from '../core/mailboxes/oauth-client.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { commonServers, type KnownServers, providerOf } from './provider-rules.ts';

interface GuessDeps {
  egress: Egress;
  oauthClients: OAuthClients;
}

/** Suggests servers for an address. */
export async function postMailboxesGuess({
  body,
  commit,
  deps: { egress, oauthClients },
}: ManageCall<'postMailboxesGuess', GuessDeps>): Promise<ManageResult<'postMailboxesGuess'>> {
  const { smtp, imap, ...guess } = await guessServers(egress, domainOf(body.address));
  const user = storedEmail(body.address);
  const outcome = {
    ...guess,
    smtp: smtp && { ...smtp, user },
    imap: imap && { ...imap, user },
    signInWith: signInWith(guess.provider, oauthClients),
  };
  return (await commit(async () => outcome)).data;
}

/** The operator's client for a provider. Only an unknown provider can be the custom one. */
function signInWith(provider: string | null, clients: OAuthClients): OAuthProviderName | null {
  const name: OAuthProviderName | undefined = provider === null ? 'custom' : oauthNames[provider];
  return name && clients[name] ? name : null;
}

const oauthNames: Record<string, OAuthProviderName> = {
  google: 'google',
  microsoft: 'microsoft',
  outlook: 'microsoft',
};

/** The domain in ASCII, as DNS uses it. */
export const domainOf = (address: string): string => emailKey(address)!.split('@').at(-1)!;

/** Finds a known provider by MX, else the servers by SRV, else guesses common names. */
async function guessServers(egress: Egress, domain: string): Promise<KnownServers> {
  const [exchangers, submissions, submission, imaps] = await Promise.all([
    egress.mailExchangersOf(domain),
    egress.serviceOf(`_submissions._tcp.${domain}`),
    egress.serviceOf(`_submission._tcp.${domain}`),
    egress.serviceOf(`_imaps._tcp.${domain}`),
  ]);
  const provider = providerOf(exchangers);
  if (provider) return provider;
  const outgoing = submissions ?? submission;
  if (!outgoing || !imaps) return commonServers(domain);
  return {
    provider: null,
    isSure: true,
    smtp: { ...outgoing, security: submissions ? 'tls' : 'starttls' },
    imap: { ...imaps, security: 'tls' },
    note: null,
  };
}

const concurrency = 20;
const maxGuessMs = 20_000;

/** Guesses the servers of several domains. Leaves out domains that would take too long. */
export async function guessServersOf(
  egress: Egress,
  domains: Iterable<string>,
): Promise<Map<string, KnownServers>> {
  const serversByDomain = new Map<string, KnownServers>();
  const waiting = [...new Set(domains)];
  const deadline = performance.now() + maxGuessMs;
  const work = async () => {
    for (let domain = waiting.pop(); domain !== undefined; domain = waiting.pop()) {
      if (performance.now() > deadline) return;
      serversByDomain.set(domain, await guessServers(egress, domain));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return serversByDomain;
}
