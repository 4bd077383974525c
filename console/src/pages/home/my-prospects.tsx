import type { Prospect } from '@outcrop/contract';
import type { ReactNode } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { useMe, useWorkspaceId } from '../../api/session.ts';
import { TextLink } from '../../components/links.tsx';
import { Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { prospectCount } from '../../features/prospect/counts.ts';
import { prospectName } from '../../features/prospect/fields.ts';
import { StageBadge } from '../../features/prospect/stage-badge.tsx';
import { ProspectLink } from '../../features/prospect-dialogs/prospect-link.tsx';
import classes from './home.module.css';

const shown = '5';

/** The prospects of the signed-in user, the latest activity first, and the newest of all. */
export function MyProspects() {
  const { user } = useMe();
  const mine = useRead('getProspects', {
    query: { ownerId: user.id, sort: '-lastActivityAt', pageSize: shown },
  });
  const newest = useRead('getProspects', { query: { pageSize: shown } });
  if (newest.data?.prospects?.length === 0) return null;
  return (
    <div className={classes.people}>
      {mine.data?.total !== 0 && (
        <Group title="My prospects" query={mine} search={{ ownerId: 'me' }} />
      )}
      <Group title="Newest prospects" query={newest} search={{}}>
        {mine.data?.total === 0 && <NoneOwned />}
      </Group>
    </div>
  );
}

interface GroupProps {
  title: string;
  query: ReturnType<typeof useRead<'getProspects'>>;
  search: { ownerId?: string };
  /** Below the list. */
  children?: ReactNode;
}

function Group({ title, query, search, children }: GroupProps) {
  const workspaceId = useWorkspaceId();
  return (
    <Section title={title}>
      <Panel>
        <QueryBoundary query={query} what={title.toLowerCase()}>
          {({ prospects = [], total, totalIsCapped }) => (
            <>
              <ul className={classes.steps} aria-label={title}>
                {prospects.map((prospect) => (
                  <Item key={prospect.id} prospect={prospect} />
                ))}
              </ul>
              <div className={classes.viewAll}>
                <TextLink
                  inherit
                  to="/w/$workspaceId/prospects"
                  params={{ workspaceId }}
                  search={search}
                >
                  View {prospectCount({ count: total ?? 0, isCapped: totalIsCapped })}
                </TextLink>
                {children}
              </div>
            </>
          )}
        </QueryBoundary>
      </Panel>
    </Section>
  );
}

function NoneOwned() {
  const workspaceId = useWorkspaceId();
  return (
    <span className={classes.description}>
      No prospects assigned to you yet.{' '}
      <TextLink
        inherit
        underline="always"
        to="/w/$workspaceId/prospects"
        params={{ workspaceId }}
        search={{ ownerId: 'none' }}
      >
        Assign prospects
      </TextLink>
    </span>
  );
}

const Item = ({ prospect }: { prospect: Prospect }) => (
  <li className={classes.step}>
    <span className={classes.prospect}>
      <ProspectLink id={prospect.id}>{prospectName(prospect)}</ProspectLink>
      {prospect.companyName && <span>{prospect.companyName}</span>}
    </span>
    <StageBadge stage={prospect.stage} />
  </li>
);
