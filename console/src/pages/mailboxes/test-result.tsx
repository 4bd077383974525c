import { Alert } from '@mantine/core';
import type { MailServerTest, ManageData, TestStage } from '@outcrop/contract';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconMinus } from '@tabler/icons-react';
import { Badge, type BadgeLook } from '../../components/badge.tsx';
import classes from './mailboxes.module.css';

const stageLabels: Record<TestStage, string> = {
  dns: 'Find server',
  connect: 'Connect',
  tls: 'Encrypt',
  greeting: 'Greeting',
  ehlo: 'Introduction',
  auth: 'Sign in',
  mail: 'Send as this address',
  folder: 'Open inbox',
};

const looks: Record<MailServerTest['stages'][number]['result'], BadgeLook> = {
  ok: { icon: IconCircleCheck, color: 'ok' },
  failed: { icon: IconCircleX, color: 'danger' },
  skipped: { icon: IconMinus, color: 'muted' },
};

const words = { ok: '', failed: ' failed', skipped: ' not reached' };

/** Each stage of both servers, and in a sentence what failed and what to do. */
export const TestResult = ({ result }: { result: ManageData<'postMailboxTest'> }) => (
  <Alert
    color={result.works ? 'ok' : 'danger'}
    variant="light"
    icon={result.works ? <IconCircleCheck /> : <IconAlertTriangle />}
    title={result.works ? 'Both servers work' : 'The mailbox can’t be used yet'}
    role={result.works ? 'status' : 'alert'}
  >
    <Protocol title="Sending (SMTP)" test={result.smtp} />
    <Protocol title="Receiving (IMAP)" test={result.imap} />
  </Alert>
);

const Protocol = ({ title, test }: { title: string; test: MailServerTest }) => (
  <div className={classes.protocol}>
    <strong>{title}</strong>
    <ul className={classes.stages}>
      {test.stages.map(({ stage, result }) => (
        <li key={stage}>
          <Badge {...looks[result]}>
            {stageLabels[stage]}
            {words[result]}
          </Badge>
        </li>
      ))}
    </ul>
    {test.problem && <p className={classes.problem}>{test.problem}</p>}
  </div>
);
