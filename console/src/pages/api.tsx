import { Button } from '@mantine/core';
import type { Token } from '@outcrop/contract';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../api/lines.ts';
import { useReasonAgainst } from '../api/roles.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { CopyTextButton } from '../parts/copy.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader, Section } from '../parts/page-header.tsx';
import { Panel } from '../parts/panel.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { EmptyState } from '../parts/states.tsx';
import { useKey } from '../shell/keys.ts';
import { publicApi } from './tokens/call-snippets.ts';
import { RevokeAllTokens, RotateTokens } from './tokens/end-all-tokens.tsx';
import { GenerateToken } from './tokens/generate-token.tsx';
import { RevokeToken } from './tokens/revoke-token.tsx';
import { TokenTable } from './tokens/token-table.tsx';
import classes from './tokens/tokens.module.css';

type Opened = 'generate' | 'rotate' | 'revoke all' | { revoke: Token };

/** Someone wants to connect the extension or a program, or to disconnect one. */
export default function Api() {
  const tokens = useRead('getTokens');
  const reason = useReasonAgainst('admin');
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  useKey('n', 'Generate API token', () => setOpened('generate'));
  const baseUrl = window.location.origin + publicApi;
  const generate = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened('generate')}>
      Generate API token
    </Button>
  );
  return (
    <>
      <PageHeader title="Chrome extension & API" action={generate}>
        A token lets the extension or a program act as you, with your role. Give each its own, so
        that you can revoke one without the others.
      </PageHeader>
      <Loaded query={tokens} what="the tokens">
        {(data) =>
          data.tokens.length === 0 ? (
            <EmptyState
              title="No token yet"
              snippet={
                <Snippet
                  label="curl command"
                  code={`curl ${baseUrl}/session -H "Authorization: Bearer <token>"`}
                />
              }
            >
              Generate one to connect the Chrome extension or a program to this workspace.
            </EmptyState>
          ) : (
            <TokenTable tokens={data.tokens} onRevoke={(revoke) => setOpened({ revoke })} />
          )
        }
      </Loaded>
      <Section title="Base URL">
        <Panel>
          <div className={classes.choice}>
            <p>
              <code>{baseUrl}</code>
              <small>
                Every path begins with it. The extension asks for it together with a token.{' '}
                <a href="/docs">API reference</a>
              </small>
            </p>
            <CopyTextButton value={baseUrl} what="base URL" />
          </div>
        </Panel>
      </Section>
      <Section title="All tokens of the workspace">
        <Panel>
          <div className={classes.choice}>
            <p>
              Rotate
              <small>
                Ends every token, whoever made it, and generates one new token for you. For when one
                may have leaked, and you do not know which.
              </small>
            </p>
            <ActionButton
              variant="default"
              disabledReason={reason}
              onClick={() => setOpened('rotate')}
            >
              Rotate…
            </ActionButton>
          </div>
          <div className={classes.choice}>
            <p>
              Revoke all
              <small>Ends every token. The extension and every program are disconnected.</small>
            </p>
            <ActionButton
              variant="outline"
              color="danger"
              disabledReason={reason}
              onClick={() => setOpened('revoke all')}
            >
              Revoke all…
            </ActionButton>
          </div>
        </Panel>
      </Section>
      {opened === 'generate' && <GenerateToken onClose={close} />}
      {opened === 'rotate' && <RotateTokens onClose={close} />}
      {opened === 'revoke all' && <RevokeAllTokens onClose={close} />}
      {typeof opened === 'object' && opened && (
        <RevokeToken token={opened.revoke} onClose={close} />
      )}
    </>
  );
}
