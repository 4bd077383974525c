import { Text } from '@mantine/core';
import { useMe } from '../../api/session.ts';
import { PageHeader, Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

export default function Account() {
  const { user } = useMe();
  return (
    <>
      <PageHeader title="Your account">Manage how you sign in.</PageHeader>
      <Panel>
        <Text fw={500}>{user.name}</Text>
        <Text c="dimmed">{user.email}</Text>
      </Panel>
      <Section title="Password">
        <Panel>
          <PasswordForm />
        </Panel>
      </Section>
      <Section title="Two-factor authentication">
        <Panel>
          <SecondFactor />
        </Panel>
      </Section>
      <Sessions />
    </>
  );
}
