import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

export const DrawerSection = ({ title, children, action }: Props) => (
  <section aria-label={title}>
    <Group justify="space-between" mb="xs" gap="xs">
      <Title order={3}>{title}</Title>
      {action}
    </Group>
    {children}
  </section>
);
