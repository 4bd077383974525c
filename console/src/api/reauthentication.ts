import { stored } from './stored.ts';

interface Question {
  answered: () => void;
  refused: (reason: Error) => void;
}

/** The password that a call is waiting for; the shell's dialog asks for it. */
export const passwordQuestion = stored<Question | null>(null);

let asking: Promise<void> | null = null;

export class Refused extends Error {
  override name = 'Refused';
}

/** Several calls that need a fresh password at once share one question. */
export function askForPassword(): Promise<void> {
  asking ??= new Promise<void>((resolve, reject) => {
    passwordQuestion.set({ answered: resolve, refused: reject });
  }).finally(() => {
    asking = null;
    passwordQuestion.set(null);
  });
  return asking;
}
