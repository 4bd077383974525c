import type { BulkAction, Stage } from '@outcrop/contract';

/** A prospect as far as an action can tell whether it still has something to do. */
export interface Standing {
  id: string;
  stage: Stage;
  doNotContact: boolean;
  /** Has the tag, or is on the list, that the action is about. */
  isMember: boolean;
}

/** Those who are not yet as the action would make them. */
export function affectedBy<P extends Standing>(
  action: BulkAction,
  people: P[],
  stage?: Stage,
): P[] {
  switch (action) {
    case 'tag':
    case 'add_to_list':
      return people.filter(({ isMember }) => !isMember);
    case 'untag':
    case 'remove_from_list':
      return people.filter(({ isMember }) => isMember);
    case 'stage':
      return people.filter((person) => person.stage !== stage);
    case 'suppress':
      return people.filter(({ doNotContact }) => !doNotContact);
    case 'unsuppress':
      return people.filter(({ doNotContact }) => doNotContact);
    case 'delete':
      return people;
  }
}
