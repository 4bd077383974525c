import { useWindowEvent } from '@mantine/hooks';
import { OutcropError } from '@outcrop/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/** Rejects other origins, to prevent open redirects. */
const isInternalPath = (address: string): boolean => /^\/(?![/\\])/.test(address);

/** Clears all cached data and opens the console after signing in. */
export function useEnterConsole() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (next = '/') => {
    queryClient.clear();
    router.history.push(isInternalPath(next) ? next : '/');
  };
}

/** Whether the link's code was rejected, so that a retry would not help. */
export const isInvalidLink = (error: unknown): boolean =>
  error instanceof OutcropError && error.code === 'validation_error';

/**
 * The secret in a link's fragment, which browsers do not send to servers. It is removed from the
 * address bar and the history, and kept in session storage until the tab is closed.
 */
export function useLinkSecret(): string {
  const [secret, setSecret] = useState(readSecret);
  // Opening a link in a tab that already shows its page changes only the fragment.
  useWindowEvent('hashchange', () => setSecret(readSecret()));
  return secret;
}

function readSecret(): string {
  const { hash, pathname } = window.location;
  const storageKey = `outcrop-link:${pathname}`;
  if (hash.length > 1) {
    sessionStorage.setItem(storageKey, decodeURIComponent(hash.slice(1)));
    window.history.replaceState(window.history.state, '', pathname);
  }
  return sessionStorage.getItem(storageKey) ?? '';
}
