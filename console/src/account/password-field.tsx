import { PasswordInput } from '@mantine/core';
import type { ComponentProps } from 'react';

/** The password of whoever is signed in, asked for in a dialog. */
export const YourPassword = (field: ComponentProps<typeof PasswordInput>) => (
  <PasswordInput label="Your password" autoComplete="current-password" data-autofocus {...field} />
);
