import { useWindowEvent } from '@mantine/hooks';
import { OutcropError } from '@outcrop/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/** Only an address of this console: a link to sign in must not lead anywhere else. */
const isOwnAddress = (address: string): boolean => /^\/(?![/\\])/.test(address);

/** What comes after signing in: nothing that was read before counts any more. */
export function useArrive() {
  const queries = useQueryClient();
  const router = useRouter();
  return async (next = '/') => {
    queries.clear();
    router.history.push(isOwnAddress(next) ? next : '/');
  };
}

/** Whether the service refused the code of a link; trying it again would not help. */
export const isSpent = (error: unknown): boolean =>
  error instanceof OutcropError && error.code === 'validation_error';

/**
 * The secret behind the `#` of a link. No server has seen it there, and from now on neither the
 * address bar nor the history shows it; it stays for as long as the tab does.
 */
export function useSecretOfLink(): string {
  const [secret, setSecret] = useState(takeSecret);
  // Whoever opens a link in a tab that is on its page already only changes what is behind the `#`.
  useWindowEvent('hashchange', () => setSecret(takeSecret()));
  return secret;
}

function takeSecret(): string {
  const { hash, pathname } = window.location;
  const name = `outcrop-link:${pathname}`;
  if (hash.length > 1) {
    sessionStorage.setItem(name, decodeURIComponent(hash.slice(1)));
    window.history.replaceState(window.history.state, '', pathname);
  }
  return sessionStorage.getItem(name) ?? '';
}
