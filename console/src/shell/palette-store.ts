import { createSpotlight } from '@mantine/spotlight';

/** The state of the command palette, and how to open and close it. */
export const [paletteStore, palette] = createSpotlight();

/**
 * Marks the first action after a change of the list, or keeps the one that the user has moved to.
 * Mantine marks an action only when the query changes, but results arrive later.
 */
export function markAction(keepsMarked: boolean): void {
  const { listId } = paletteStore.getState();
  const actions = [...(document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [])];
  const marked = actions.findIndex((action) => action.hasAttribute('data-selected'));
  const selected = keepsMarked && marked !== -1 ? marked : 0;
  actions[marked]?.removeAttribute('data-selected');
  actions[selected]?.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected }));
}
