import { createStore } from '../browser/store.ts';

interface PasswordPrompt {
  resolve: () => void;
  reject: (reason: Error) => void;
}

/** Set while a call waits for the password; shown by the shell's password dialog. */
export const passwordPrompt = createStore<PasswordPrompt | null>(null);

let pending: Promise<void> | null = null;

export class PasswordPromptCanceled extends Error {
  override name = 'PasswordPromptCanceled';
}

/** Concurrent calls that need the password share one prompt. */
export function askForPassword(): Promise<void> {
  pending ??= new Promise<void>((resolve, reject) => {
    passwordPrompt.set({ resolve, reject });
  }).finally(() => {
    pending = null;
    passwordPrompt.set(null);
  });
  return pending;
}
