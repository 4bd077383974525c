import type { FollowUp, ManageBody, ManageEndpointId } from '@outcrop/contract';
import { useWrite } from '../../api/endpoints.ts';
import { announce } from '../../components/live-region.tsx';
import { notifyWithUndo } from '../tasks/notify-with-undo.tsx';
import { describeDay } from './days.ts';

/** Endpoints to refetch after a follow-up has changed. */
export const followUpEndpoints: ManageEndpointId[] = [
  'getFollowUps',
  'getProspectTimeline',
  'getProspect',
  'getProspects',
];

type Change = ManageBody<'patchFollowUp'>;

/** Changes one follow-up. Where a change can be undone, Undo is offered. */
export function useFollowUp({ id, title, dueOn }: FollowUp) {
  const write = useWrite('patchFollowUp', followUpEndpoints);
  const change = (body: Change) => write.mutateAsync({ params: { followUpId: id }, body });
  const attempt = async (body: Change, back: Change, done: string): Promise<boolean> => {
    try {
      await change(body);
    } catch {
      return false;
    }
    announce(done);
    notifyWithUndo({ title: done, changed: [`follow-up ${id}`], undo: () => change(back) });
    return true;
  };
  return {
    error: write.error,
    isBusy: write.isPending,
    complete: () => attempt({ done: true }, { done: false }, `Done: ${title}`),
    reopen: () => attempt({ done: false }, { done: true }, `Reopened: ${title}`),
    move: (day: string) =>
      attempt({ dueOn: day }, { dueOn }, `Moved to ${describeDay(day, new Date())}: ${title}`),
  };
}
