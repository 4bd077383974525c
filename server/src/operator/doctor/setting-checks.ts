import type { Config } from '../../config.ts';
import { NetworkPolicy } from '../../platform/egress/network-policy.ts';
import {
  type CheckResult,
  describeError,
  okResult,
  problemResult,
  warningResult,
} from './run-checks.ts';

const timeoutMs = 5_000;
const loopback = ['127.0.0.1', 'localhost', '::1', '[::1]'];
const metadataService = '169.254.169.254';

/** Wider than the largest private networks, 10.0.0.0/8 and fc00::/7. */
const isTooWide = (network: string): boolean => {
  const bits = Number(network.split('/')[1]);
  return network.includes(':') ? bits < 7 : bits < 8;
};

export async function checkEgress({ EGRESS_ALLOW }: Config): Promise<CheckResult> {
  const remedy = 'List only your own networks that webhooks may reach, such as 10.20.0.0/16.';
  if (EGRESS_ALLOW.some(isTooWide))
    return problemResult(
      'EGRESS_ALLOW contains public networks, so users could call them without TLS.',
      remedy,
    );
  if (new NetworkPolicy(EGRESS_ALLOW).classify(metadataService) === 'allowed')
    return problemResult(
      'EGRESS_ALLOW contains the metadata service of cloud providers. Users could read its credentials.',
      remedy,
    );
  return okResult(
    EGRESS_ALLOW.length > 0 ? `may also call ${EGRESS_ALLOW.join(', ')}` : 'only public addresses',
  );
}

export async function checkTrustedProxies(config: Config): Promise<CheckResult> {
  const { TRUSTED_PROXIES, PUBLIC_URL } = config;
  if (TRUSTED_PROXIES.some(isTooWide))
    return problemResult(
      'TRUSTED_PROXIES contains public networks. Anyone there can claim to be another client.',
      'List only the networks of your own proxies.',
    );
  if (TRUSTED_PROXIES.length === 0 && PUBLIC_URL?.startsWith('https:'))
    return warningResult(
      'PUBLIC_URL is https, so a proxy is in front, but TRUSTED_PROXIES is empty. All clients share the limits of one address.',
      'Set TRUSTED_PROXIES to the network of the proxy.',
    );
  return okResult(TRUSTED_PROXIES.length > 0 ? TRUSTED_PROXIES.join(', ') : 'no proxy');
}

/** Whether the API answers at the address in links and emails. */
export async function checkPublicUrl(config: Config): Promise<CheckResult> {
  const { PUBLIC_URL, HOST } = config;
  if (PUBLIC_URL === undefined)
    return loopback.includes(HOST)
      ? okResult('not set: links lead to this machine')
      : problemResult(
          `PUBLIC_URL is not set, but the API listens on ${HOST}. Links in invitations would not work elsewhere.`,
          'Set PUBLIC_URL to the address that users enter.',
        );
  const remedy = 'Correct PUBLIC_URL, or let the proxy at that address pass requests to the API.';
  let response: Response;
  try {
    response = await fetch(`${PUBLIC_URL}/readyz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    return problemResult(`Nothing answers at ${PUBLIC_URL}: ${describeError(error)}`, remedy);
  }
  const body = (await response.json().catch(() => null)) as {
    ok?: boolean;
    data?: { ready?: boolean };
    error?: { message?: string };
  } | null;
  if (body?.data?.ready) return okResult(`${PUBLIC_URL} answers and is ready`);
  if (typeof body?.ok !== 'boolean' || !response.headers.has('x-correlation-id'))
    return problemResult(
      `At ${PUBLIC_URL} something other than Outcrop answers (status ${response.status}).`,
      remedy,
    );
  return problemResult(
    `${PUBLIC_URL} answers, but is not ready: ${body.error?.message ?? `status ${response.status}`}`,
    'See the other problems of this report, and the log of the API.',
  );
}
