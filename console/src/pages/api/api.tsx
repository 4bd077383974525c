import { Button, Text } from '@mantine/core';
import type { Token } from '@outcrop/contract';
import { browserTokenDays } from '@outcrop/contract/workspace-limits';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { publicApi } from '../../api/public-api.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { useKey } from '../../browser/keys.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { CopyTextButton } from '../../components/copy.tsx';
import { PageHeader, Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { EmptyState } from '../../components/states.tsx';
import { ReplaceAllTokens, RevokeAllTokens } from './all-tokens.tsx';
import { BrowserTable } from './browser-table.tsx';
import { ConnectBrowser } from './connect-browser.tsx';
import { GenerateToken } from './generate-token.tsx';
import { RevokeToken } from './revoke-token.tsx';
import { TokenTable } from './token-table.tsx';
import classes from './tokens.module.css';

type OpenDialog = 'generate' | 'replace all' | 'revoke all' | { revoke: Token };

const browsersIn = (tokens: Token[]) => tokens.filter(({ kind }) => kind === 'browser');
const apiTokensIn = (tokens: Token[]) => tokens.filter(({ kind }) => kind === 'api');
/** How long to look for a browser that was just confirmed; it fetches its token in seconds. */
const awaitBrowserMs = 60_000;

export default function Api() {
  const [awaited, setAwaited] = useState(0);
  const tokens = useRead('getTokens', undefined, {
    pollWhile: ({ tokens: all }) => browsersIn(all).length < awaited,
  });
  const browsers = browsersIn(tokens.data?.tokens ?? []);
  const reason = useDisabledReason('admin');
  const [opened, setOpened] = useState<OpenDialog | null>(null);
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
        A token lets the extension or a program act as you, with your role. Create one token per
        integration so you can revoke it separately.
      </PageHeader>
      <ConnectBrowser
        onConfirmed={() => {
          setAwaited(browsers.length + 1);
          setTimeout(() => setAwaited(0), awaitBrowserMs);
          void tokens.refetch();
        }}
      />
      {browsers.length > 0 && (
        <Section title="Connected browsers">
          <Text size="sm" c="dimmed" mb="sm">
            A connected browser can find, save, enrich and enroll people, and nothing else. It is
            disconnected after {browserTokenDays} days without use.
          </Text>
          <BrowserTable browsers={browsers} onDisconnect={(revoke) => setOpened({ revoke })} />
        </Section>
      )}
      <Section title="API tokens">
        <QueryBoundary query={tokens} what="the tokens">
          {(data) =>
            apiTokensIn(data.tokens).length === 0 ? (
              <EmptyState
                title="No tokens yet"
                snippet={
                  <Snippet
                    label="curl command"
                    code={`curl ${baseUrl}/session -H "Authorization: Bearer <token>"`}
                  />
                }
              >
                Generate a token to connect your own code.
              </EmptyState>
            ) : (
              <TokenTable
                tokens={apiTokensIn(data.tokens)}
                onRevoke={(revoke) => setOpened({ revoke })}
              />
            )
          }
        </QueryBoundary>
      </Section>
      <Section title="Base URL">
        <Panel>
          <div className={classes.choice}>
            <p>
              <code>{baseUrl}</code>
              <small>
                Base for all API paths. <a href="/docs">API reference</a>{' '}
                <a href="/docs/guides">Guides</a>
              </small>
            </p>
            <CopyTextButton value={baseUrl} what="base URL" />
          </div>
        </Panel>
      </Section>
      <Section title="Danger zone">
        <Panel>
          <div className={classes.choice}>
            <p>
              Replace all tokens
              <small>
                Revokes all tokens in this workspace and creates a new one for you. Use this if a
                token may have leaked.
              </small>
            </p>
            <ActionButton
              variant="default"
              disabledReason={reason}
              onClick={() => setOpened('replace all')}
            >
              Replace all…
            </ActionButton>
          </div>
          <div className={classes.choice}>
            <p>
              Revoke all tokens
              <small>
                Revokes all tokens. The extension and all integrations are disconnected.
              </small>
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
      {opened === 'replace all' && <ReplaceAllTokens onClose={close} />}
      {opened === 'revoke all' && <RevokeAllTokens onClose={close} />}
      {typeof opened === 'object' && opened && (
        <RevokeToken token={opened.revoke} onClose={close} />
      )}
    </>
  );
}
