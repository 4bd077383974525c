import { type ConversationOutcome, outcomeName, outcomeStage } from '@outcrop/contract/outcomes';
import { stageName } from '@outcrop/contract/stages';
import { useRefresh } from '../../api/endpoints.ts';
import { announce } from '../../components/live-region.tsx';
import {
  type Conversation,
  correspondentName,
} from '../../features/conversations/conversation-labels.ts';
import { prospectEndpoints } from '../../features/prospect-dialogs/change.ts';
import { notifyWithUndo } from '../../features/tasks/notify-with-undo.tsx';
import { snoozeTime } from './snooze-times.ts';
import type { useConversationChanges } from './use-conversation-changes.ts';

export interface ConversationActions {
  close: () => void;
  reopen: () => void;
  snooze: (until: Date) => void;
  toggleUnread: () => void;
  setOutcome: (outcome: ConversationOutcome | null) => void;
}

type Change = Parameters<ReturnType<typeof useConversationChanges>>[1];

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
  const putAway = async (body: Change, done: string, failedAction: string): Promise<void> => {
    const saved = change(conversation, body, failedAction);
    onDone();
    if (!(await saved)) return;
    announce(done);
    notifyWithUndo({ title: done, undo });
  };
  const changeAndAnnounce = async (body: Change, done: string, failedAction: string) => {
    const isSaved = await change(conversation, body, failedAction);
    if (isSaved) announce(done);
    return isSaved;
  };
  const setOutcome = async (outcome: ConversationOutcome | null): Promise<void> => {
    const stage = outcome && outcomeStage[outcome];
    const title = outcome ? `Outcome: ${outcomeName[outcome]}` : 'Outcome cleared';
    const done = stage ? `${title}. Stage: ${stageName[stage]}` : title;
    if (await changeAndAnnounce({ outcome }, done, 'set the outcome'))
      void refresh(...prospectEndpoints);
  };
  return {
    close: () =>
      void putAway({ state: 'closed', unread: false }, `Closed: ${name}`, 'close the conversation'),
    reopen: () => void changeAndAnnounce({ state: 'open' }, 'Reopened', 'reopen the conversation'),
    snooze: (until) =>
      void putAway(
        { snoozedUntil: until.toISOString() },
        `${name}: snoozed until ${snoozeTime(until, new Date())}`,
        'snooze the conversation',
      ),
    toggleUnread: () => {
      onKeepUnread();
      const done = unread ? 'Marked as read' : 'Marked as unread';
      void changeAndAnnounce({ unread: !unread }, done, 'change the conversation');
    },
    setOutcome: (outcome) => void setOutcome(outcome),
  };
}
