import type { BulkTaskAction, Stage } from '@outcrop/contract';

/** The state of a prospect that decides whether an action changes it. */
export interface MembershipState {
  id: string;
  stage: Stage;
  doNotContact: boolean;
  ownerId: string | null;
  /** Whether the prospect has the tag or is on the list. */
  isMember: boolean;
}

/** The prospects that the action would change. */
export function prospectsAffectedBy<P extends MembershipState>(
  action: BulkTaskAction,
  prospects: P[],
  {
    stage,
    ownerId = null,
  }: { stage?: Stage | undefined; ownerId?: string | null | undefined } = {},
): P[] {
  switch (action) {
    case 'tag':
    case 'add_to_list':
      return prospects.filter(({ isMember }) => !isMember);
    case 'untag':
    case 'remove_from_list':
      return prospects.filter(({ isMember }) => isMember);
    case 'stage':
      return prospects.filter((prospect) => prospect.stage !== stage);
    case 'assign':
    case 'unassign':
      return prospects.filter((prospect) => prospect.ownerId !== ownerId);
    case 'suppress':
      return prospects.filter(({ doNotContact }) => !doNotContact);
    case 'unsuppress':
      return prospects.filter(({ doNotContact }) => doNotContact);
    case 'delete':
      return prospects;
  }
}
