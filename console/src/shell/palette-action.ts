import type { TablerIcon } from '@tabler/icons-react';

/** An entry of the command palette. */
export interface PaletteAction {
  id: string;
  icon: TablerIcon;
  label: string;
  description?: string;
  run: () => void;
}

export interface PaletteGroup {
  label: string;
  actions: PaletteAction[];
}
