import { z } from 'zod';
import { nameText, text } from '../fields.ts';
import { isEmail } from '../identity.ts';
import { roles } from '../roles.ts';

export const emailField = text(320)
  .refine(isEmail, 'must be a valid email address')
  .toLowerCase()
  .describe('Email address, in any case.');

export const userNameField = nameText(200).describe('Display name.');

const minPasswordLength = 10;

export const passwordField = text(200).describe('The password.');

export const newPasswordField = text(200)
  .refine((value) => [...value].length >= minPasswordLength, {
    error: `must be at least ${minPasswordLength} characters long`,
  })
  .meta({ minLength: minPasswordLength })
  .describe(`A password of at least ${minPasswordLength} characters.`);

export const oneTimeCodeField = text(200).describe('The code from the link. It works once.');

export const roleField = z.enum(roles);
