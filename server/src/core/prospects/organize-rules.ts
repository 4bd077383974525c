import type { BulkAction, Stage } from '@outcrop/contract';

/** What decides whether an action changes a prospect. */
export interface MembershipState {
  id: string;
  stage: Stage;
  doNotContact: boolean;
  /** Whether the prospect has the tag or is on the list. */
  isMember: boolean;
}

/** The prospects that the action would change. */
export function affectedBy<P extends MembershipState>(
  action: BulkAction,
  prospects: P[],
  stage?: Stage,
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
    case 'suppress':
      return prospects.filter(({ doNotContact }) => !doNotContact);
    case 'unsuppress':
      return prospects.filter(({ doNotContact }) => doNotContact);
    case 'delete':
      return prospects;
  }
}
