import { randomInt } from 'node:crypto';
import { hashCode } from '../core/sign-in/one-time-links.ts';

/** Letters that are not mistaken for one another, without vowels, so that they form no words. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const half = 4;

/** A code that a user compares or types, such as "BCDF-GHJK". It has 34 random bits. */
export const newUserCode = (): string => `${randomLetters()}-${randomLetters()}`;

const randomLetters = () =>
  Array.from({ length: half }, () => letters[randomInt(letters.length)]).join('');

/** Upper and lower case, hyphens and spaces make no difference. */
export const hashUserCode = (typed: string): Buffer =>
  hashCode(typed.toUpperCase().replaceAll(/[^A-Z]/g, ''));
