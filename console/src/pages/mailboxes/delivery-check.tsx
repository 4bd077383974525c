import { Loader, Text } from '@mantine/core';
import type { CheckAdvice, MailboxCheck } from '@outcrop/contract';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconMailCheck,
} from '@tabler/icons-react';
import { useWrite } from '../../api/endpoints.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge, type BadgeLook } from '../../components/badge.tsx';
import { CopyIcon } from '../../components/copy.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import type { Mailbox } from '../../features/mailboxes/mailbox-state.tsx';
import classes from './mailboxes.module.css';

interface Props {
  mailbox: Mailbox;
  disabledReason: string | null;
}

/** An email from the mailbox to itself, and what it says about SPF, DKIM and DMARC. */
export function DeliveryCheck({ mailbox, disabledReason }: Props) {
  const start = useWrite('postMailboxCheck', ['getMailbox']);
  const { check } = mailbox;
  return (
    <Section
      title="Delivery"
      action={
        <ActionButton
          variant="default"
          leftSection={<IconMailCheck size={16} />}
          disabledReason={disabledReason}
          loading={start.isPending || check?.state === 'running'}
          onClick={() => start.mutate({ params: { mailboxId: mailbox.id }, body: {} })}
        >
          Check delivery
        </ActionButton>
      }
    >
      <Panel>
        <FailureNote error={start.error} />
        {check ? (
          <CheckResult check={check} />
        ) : (
          <Text>
            Not checked yet. A check sends one email from this mailbox to itself and verifies SPF,
            DKIM and DMARC.
          </Text>
        )}
      </Panel>
    </Section>
  );
}

const states: Record<Exclude<MailboxCheck['state'], 'running'>, BadgeLook & { label: string }> = {
  passed: { icon: IconCircleCheck, color: 'ok', label: 'Passed' },
  problems: { icon: IconAlertTriangle, color: 'warn', label: 'Can be improved' },
  failed: { icon: IconAlertTriangle, color: 'danger', label: 'Failed' },
};

function CheckResult({ check }: { check: MailboxCheck }) {
  if (check.state === 'running')
    return (
      <div role="status">
        <Badge icon={IconMailCheck} color="info">
          Checking
        </Badge>
        <Text mt="xs">
          Waiting for the test email. This takes up to three minutes; you can leave this page.{' '}
          <Loader size="xs" type="dots" aria-hidden />
        </Text>
      </div>
    );
  const { label, ...look } = states[check.state];
  return (
    <>
      <DescriptionList
        items={{
          Result: <Badge {...look}>{label}</Badge>,
          Arrived: check.arrivedIn ? `In the ${check.arrivedIn}` : 'No',
          'SPF (who may send)': resultText(check.spf?.result),
          'DKIM (signature)': resultText(check.dkim?.result),
          'DMARC (policy)': resultText(check.dmarc?.result),
          Checked: <RelativeTime at={check.checkedAt} />,
        }}
      />
      {check.advice.length > 0 && (
        <ul className={classes.advice}>
          {check.advice.map((advice) => (
            <Advice key={advice.code} advice={advice} />
          ))}
        </ul>
      )}
    </>
  );
}

const resultTexts = {
  pass: 'Passes',
  fail: 'Fails',
  none: 'Missing',
  unknown: 'Not visible in the email',
};
const resultText = (result: keyof typeof resultTexts | undefined): string =>
  result ? resultTexts[result] : 'Not checked';

const Advice = ({ advice: { severity, problem, action, record } }: { advice: CheckAdvice }) => (
  <li>
    <Badge
      {...(severity === 'problem'
        ? { icon: IconAlertTriangle, color: 'warn' }
        : { icon: IconInfoCircle, color: 'info' })}
    >
      {severity === 'problem' ? 'To do' : 'Note'}
    </Badge>
    <p className={classes.problem}>
      {problem} {action}
    </p>
    {record && (
      <div className={classes.record}>
        <div className={classes.recordLine}>
          <code>{record.name}</code>
          <CopyIcon value={record.name} what="record name" />
        </div>
        <div className={classes.recordLine}>
          <code>{record.value}</code>
          <CopyIcon value={record.value} what="record value" />
        </div>
      </div>
    )}
  </li>
);
