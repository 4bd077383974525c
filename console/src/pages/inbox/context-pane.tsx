import { Button } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { IconBan, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { Badge } from '../../components/badge.tsx';
import { TextLink } from '../../components/links.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { ConversationHistory } from '../../features/conversations/conversation-history.tsx';
import type { Conversation } from '../../features/conversations/conversation-labels.ts';
import { prospectName } from '../../features/prospect/fields.ts';
import { StageBadge } from '../../features/prospect/stage-badge.tsx';
import { CampaignList } from '../../features/prospect-dialogs/campaigns.tsx';
import classes from './context-pane.module.css';

interface Props {
  conversation: Conversation;
  onOpen: (prospectId: string) => void;
}

/** Who the conversation is with. */
export function ContextPane({ conversation, onOpen }: Props) {
  const { prospect } = conversation;
  if (prospect === null)
    return (
      <p className={classes.blank}>The sender is not a prospect, or the prospect was deleted.</p>
    );
  return <ProspectContext prospectId={prospect.id} conversation={conversation} onOpen={onOpen} />;
}

interface ProspectProps extends Props {
  prospectId: string;
}

function ProspectContext({ prospectId, conversation, onOpen }: ProspectProps) {
  const query = useRead('getProspect', { params: { prospectId } });
  return (
    <QueryBoundary query={query} what="the prospect">
      {({ prospect }) => (
        <>
          <ProspectHead prospect={prospect} />
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconUser size={16} />}
            onClick={() => onOpen(prospectId)}
          >
            Open prospect
          </Button>
          <Part title="Campaigns">
            <CampaignList prospect={prospect} />
          </Part>
          <Part title="Lists and tags">
            <Names prospect={prospect} />
          </Part>
          <Part title="Other conversations">
            <ConversationHistory prospectId={prospectId} exceptId={conversation.id} />
          </Part>
        </>
      )}
    </QueryBoundary>
  );
}

function ProspectHead({ prospect }: { prospect: Prospect }) {
  const { title, companyName, email, stage, doNotContact } = prospect;
  const work = [title, companyName].filter(Boolean).join(' · ');
  return (
    <div className={classes.head}>
      <h3 className={classes.name}>{prospectName(prospect)}</h3>
      {work && <p className={classes.line}>{work}</p>}
      {email && prospect.fullName && <p className={classes.line}>{email}</p>}
      <p className={classes.badges}>
        <StageBadge stage={stage} />
        {doNotContact && (
          <Badge icon={IconBan} color="danger">
            Do not contact
          </Badge>
        )}
      </p>
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part} aria-label={title}>
    <h3 className={classes.partTitle}>{title}</h3>
    {children}
  </section>
);

function Names({ prospect: { lists, tags } }: { prospect: Prospect }) {
  const links = [
    ...lists.map(({ id, name }) => ({ id, name, search: { listId: id } })),
    ...tags.map(({ id, name }) => ({ id, name, search: { tagId: id } })),
  ];
  if (links.length === 0) return <span className={classes.blank}>None</span>;
  return (
    <ul className={classes.names}>
      {links.map(({ id, name, search }) => (
        <li key={id}>
          <TextLink inherit from="/w/$workspaceId" to="/w/$workspaceId/prospects" search={search}>
            {name}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}
