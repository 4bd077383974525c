import { type Outcome, outcomeName, outcomeStage } from '@outcrop/contract/outcomes';
import { stageName } from '@outcrop/contract/stages';
import { useRefresh } from '../../api/endpoints.ts';
import { announce } from '../../components/live-region.tsx';
import { fullTime } from '../../components/relative-time.tsx';
import {
  type Conversation,
  correspondentName,
} from '../../features/conversations/conversation-labels.ts';
import { prospectEndpoints } from '../../features/prospect-dialogs/change.ts';
import { notifyWithUndo } from '../../features/tasks/follow-task.tsx';
import type { useConversationChanges } from './use-conversation-changes.ts';

export interface ConversationActions {
  close: () => void;
  reopen: () => void;
  snooze: (until: Date) => void;
  toggleUnread: () => void;
  setOutcome: (outcome: Outcome | null) => void;
}

interface Options {
  change: ReturnType<typeof useConversationChanges>;
  /** Opens the next conversation. */
  onDone: () => void;
  /** Called before it is marked as unread, so that it stays so while it is open. */
  onKeepUnread: () => void;
}

export function useConversationActions(
  conversation: Conversation,
  { change, onDone, onKeepUnread }: Options,
): ConversationActions {
  const refresh = useRefresh();
  const name = correspondentName(conversation);
  const { state, unread, snoozedUntil } = conversation;
  const undo = async () => {
    const before =
      state === 'snoozed' && snoozedUntil !== null
        ? { snoozedUntil }
        : { state: state === 'closed' ? ('closed' as const) : ('open' as const) };
    await change(conversation, before, 'undo');
  };
  const putAway = (
    body: Parameters<typeof change>[1],
    done: string,
    failedAction: string,
  ): void => {
    const saved = change(conversation, body, failedAction);
    onDone();
    void saved.then((isSaved) => {
      if (!isSaved) return;
      announce(done);
      notifyWithUndo({ title: done, undo });
    });
  };
  return {
    close: () =>
      putAway({ state: 'closed', unread: false }, `Closed: ${name}`, 'close the conversation'),
    reopen: () =>
      void change(conversation, { state: 'open' }, 'reopen the conversation').then(
        (isSaved) => isSaved && announce('Reopened'),
      ),
    snooze: (until) =>
      putAway(
        { snoozedUntil: until.toISOString() },
        `${name}: snoozed until ${fullTime(until)}`,
        'snooze the conversation',
      ),
    toggleUnread: () => {
      onKeepUnread();
      void change(conversation, { unread: !unread }, 'change the conversation').then(
        (isSaved) => isSaved && announce(unread ? 'Marked as read' : 'Marked as unread'),
      );
    },
    setOutcome: (outcome) =>
      void change(conversation, { outcome }, 'set the outcome').then((isSaved) => {
        if (!isSaved) return;
        void refresh(...prospectEndpoints);
        const stage = outcome && outcomeStage[outcome];
        const title = outcome ? `Outcome: ${outcomeName[outcome]}` : 'Outcome cleared';
        announce(stage ? `${title}. Stage: ${stageName[stage]}` : title);
      }),
  };
}
