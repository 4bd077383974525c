import { PageHeader, Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { NameForm } from './name-form.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { ToastsSwitch } from './toasts-switch.tsx';

export default function Account() {
  return (
    <>
      <PageHeader title="Your account">Your name, notifications and how you sign in.</PageHeader>
      <Panel isForm>
        <NameForm />
      </Panel>
      <Section title="Notifications by email">
        <Panel isForm>
          <NotificationSettings />
        </Panel>
      </Section>
      <Section title="This browser">
        <Panel isForm>
          <ToastsSwitch />
        </Panel>
      </Section>
      <Section title="Password">
        <Panel isForm>
          <PasswordForm />
        </Panel>
      </Section>
      <Section title="Two-factor authentication">
        <Panel isForm>
          <SecondFactor />
        </Panel>
      </Section>
      <Sessions />
    </>
  );
}
