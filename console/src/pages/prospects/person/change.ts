import type { ManageBody, ManageEndpointId } from '@outcrop/contract';
import { useWrite } from '../../../api/lines.ts';

/** Lines that may read otherwise after something about a person has changed. */
export const linesAboutPeople: ManageEndpointId[] = [
  'getProspect',
  'getProspects',
  'getProspectTimeline',
  'getBoards',
  'getUsage',
];

type Change = Omit<ManageBody<'postBulk'>, 'prospectIds'>;

/** Does to one person what can be done to many. */
export function useChange(prospectId: string) {
  const write = useWrite('postBulk', linesAboutPeople);
  const change = (wanted: Change) =>
    write.mutateAsync({ body: { ...wanted, prospectIds: [prospectId] } });
  return {
    error: write.error,
    change,
    /** The same where `error` is shown, and so nothing is thrown. */
    attempt: (wanted: Change, onDone = () => {}): Promise<void> =>
      change(wanted).then(onDone, () => {}),
  };
}
