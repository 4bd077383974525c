import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { OutcropError } from '@outcrop/client';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { endpointQuery } from '../../api/endpoints.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { CopyTextButton } from '../../components/copy.tsx';
import { Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { AskingBrowser } from './asking-browser.tsx';
import classes from './tokens.module.css';

const route = getRouteApi('/w/$workspaceId/settings/api');

/** How to install the extension, and the code of a browser that asks to connect. */
export function ConnectBrowser({ onConfirmed }: { onConfirmed: () => void }) {
  const { code } = route.useSearch();
  const navigate = route.useNavigate();
  const [result, setResult] = useState<string | null>(null);
  const showCode = (shown: string | undefined) =>
    void navigate({ search: shown ? { code: shown } : {}, replace: true });
  const finish = (text: string) => {
    setResult(text);
    showCode(undefined);
  };
  return (
    <Section title="Chrome extension">
      <Panel>
        <Stack>
          {result && !code && (
            <Alert color="ok" variant="light" icon={<IconCircleCheck />} role="status">
              {result}
            </Alert>
          )}
          {code ? (
            <CodeInUrl
              key={code}
              code={code}
              onCode={showCode}
              onDenied={() => finish('Denied. The browser was not connected.')}
              onConfirmed={(browser) => {
                finish(`${browser} is connected. You can return to the extension.`);
                onConfirmed();
              }}
            />
          ) : (
            <>
              <Instructions />
              <CodeForm onCode={showCode} />
            </>
          )}
        </Stack>
      </Panel>
    </Section>
  );
}

function Instructions() {
  const address = window.location.origin;
  return (
    <ol className={classes.steps}>
      <li>
        Get the extension’s folder from your administrator. In Chrome, open{' '}
        <code>chrome://extensions</code>, turn on “Developer mode”, click “Load unpacked” and choose
        the folder.
      </li>
      <li>
        Open the extension and enter <code>{address}</code>{' '}
        <CopyTextButton value={address} what="server address" />
      </li>
      <li>Click Connect there. This page opens, and you confirm the code that it shows.</li>
    </ol>
  );
}

interface CodeFormProps {
  initial?: string;
  error?: string;
  onCode: (code: string) => void;
}

function CodeForm({ initial = '', error, onCode }: CodeFormProps) {
  const [code, setCode] = useState(initial);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') onCode(code.trim());
      }}
    >
      <Group align="end">
        <TextInput
          label="Connect code"
          placeholder="ABCD-EFGH"
          autoComplete="off"
          spellCheck={false}
          value={code}
          error={error}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={code.trim() === ''}>
          Check code
        </Button>
      </Group>
    </form>
  );
}

interface CodeInUrlProps {
  code: string;
  onCode: (code: string | undefined) => void;
  onConfirmed: (browser: string) => void;
  onDenied: () => void;
}

function CodeInUrl({ code, onCode, onConfirmed, onDenied }: CodeInUrlProps) {
  const look = useQuery({
    ...endpointQuery(useWorkspaceId(), 'postConnectLook', { body: { code } }),
    // Each look counts as an attempt.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { error } = look;
  if (error instanceof OutcropError && error.code === 'validation_error')
    return <CodeForm initial={code} error={error.message} onCode={onCode} />;
  return (
    <QueryBoundary query={look} what="the browser that asks">
      {(data) => (
        <AskingBrowser code={code} {...data} onConfirmed={onConfirmed} onDenied={onDenied} />
      )}
    </QueryBoundary>
  );
}
