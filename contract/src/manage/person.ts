import { z } from 'zod';
import { nameText, text } from '../fields.ts';
import { isEmail } from '../identity.ts';
import { roles } from '../roles.ts';

/** What people say about themselves when they sign in, and others about them when they invite them. */
export const email = text(320)
  .refine(isEmail, 'must be an e-mail address')
  .toLowerCase()
  .describe('The e-mail address, in any case.');

export const personName = nameText(200).describe('The name that others see.');

const shortestPassword = 10;

export const password = text(200).describe('The password.');

export const newPassword = text(200)
  .refine((value) => [...value].length >= shortestPassword, {
    error: `must be at least ${shortestPassword} characters long`,
  })
  .meta({ minLength: shortestPassword })
  .describe(`A password of at least ${shortestPassword} characters.`);

export const oneTimeCode = text(200).describe('The code in the link; it works once.');

export const role = z.enum(roles);
