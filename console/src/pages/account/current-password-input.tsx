import { PasswordInput } from '@mantine/core';
import type { ComponentProps } from 'react';

export const CurrentPasswordInput = (field: ComponentProps<typeof PasswordInput>) => (
  <PasswordInput label="Your password" autoComplete="current-password" data-autofocus {...field} />
);
