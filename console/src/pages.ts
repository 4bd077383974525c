import type { Role } from '@outcrop/contract';
import {
  IconAddressBook,
  IconBolt,
  IconChartBar,
  IconChecklist,
  IconFileImport,
  IconHistory,
  IconHome,
  IconLayoutKanban,
  IconListSearch,
  IconPlugConnected,
  IconSettings,
  IconSparkles,
  IconTags,
  IconUserCircle,
  IconUsers,
  IconWand,
  type TablerIcon,
} from '@tabler/icons-react';

/** The groups of the navigation, in their order. */
export const groups = ['People', 'Integrations', 'Workspace', 'You'] as const;

interface Page {
  /** Below the workspace's own address. */
  path: string;
  title: string;
  group: (typeof groups)[number];
  icon: TablerIcon;
  /** The letter that leads there after `g`. */
  letter: string;
  /** Reached from another page and by the palette, and so not in the navigation. */
  unlisted?: true;
  /** Below this role the page says for whom it is. */
  role: Role;
}

/** Every page that can be gone to. Navigation, palette and `g` keys come from here. */
export const pages = [
  {
    path: 'home',
    title: 'Home',
    group: 'People',
    icon: IconHome,
    letter: 'h',
    role: 'viewer',
  },
  {
    path: 'prospects',
    title: 'Prospects',
    group: 'People',
    icon: IconAddressBook,
    letter: 'p',
    role: 'viewer',
  },
  {
    path: 'prospects/import',
    title: 'Import people',
    group: 'People',
    icon: IconFileImport,
    letter: 'c',
    role: 'member',
    unlisted: true,
  },
  {
    path: 'pipeline',
    title: 'Pipeline',
    group: 'People',
    icon: IconLayoutKanban,
    letter: 'b',
    role: 'viewer',
  },
  {
    path: 'lists',
    title: 'Lists & tags',
    group: 'People',
    icon: IconTags,
    letter: 't',
    role: 'viewer',
  },
  {
    path: 'enrichment',
    title: 'Enrichment',
    group: 'People',
    icon: IconWand,
    letter: 'e',
    role: 'viewer',
  },
  {
    path: 'tasks',
    title: 'Tasks',
    group: 'People',
    icon: IconChecklist,
    letter: 'k',
    role: 'member',
    unlisted: true,
  },
  {
    path: 'settings/api',
    title: 'Chrome extension & API',
    group: 'Integrations',
    icon: IconPlugConnected,
    letter: 'a',
    role: 'viewer',
  },
  {
    path: 'settings/webhooks',
    title: 'Webhooks',
    group: 'Integrations',
    icon: IconBolt,
    letter: 'w',
    role: 'admin',
  },
  {
    path: 'settings/requests',
    title: 'Request log',
    group: 'Integrations',
    icon: IconListSearch,
    letter: 'r',
    role: 'admin',
  },
  {
    path: 'settings/members',
    title: 'Members',
    group: 'Workspace',
    icon: IconUsers,
    letter: 'm',
    role: 'viewer',
  },
  {
    path: 'settings/usage',
    title: 'Plan & usage',
    group: 'Workspace',
    icon: IconChartBar,
    letter: 'u',
    role: 'viewer',
  },
  {
    path: 'settings/ai',
    title: 'AI',
    group: 'Workspace',
    icon: IconSparkles,
    letter: 'i',
    role: 'admin',
  },
  {
    path: 'settings/audit',
    title: 'Audit log',
    group: 'Workspace',
    icon: IconHistory,
    letter: 'l',
    role: 'admin',
  },
  {
    path: 'settings/general',
    title: 'General',
    group: 'Workspace',
    icon: IconSettings,
    letter: 's',
    role: 'viewer',
  },
  {
    path: 'account',
    title: 'Your account',
    group: 'You',
    icon: IconUserCircle,
    letter: 'y',
    role: 'viewer',
  },
] as const satisfies Page[];

export type PageAddress = (typeof pages)[number]['path'];

/** The page that an address belongs to: the nearest one above it. */
export const pageAt = (pathname: string): Page | undefined =>
  pages
    .filter(({ path }) => new RegExp(`^/w/[^/]+/${path}(/|$)`).test(pathname))
    .reduce<Page | undefined>(
      (found, page) => (found && found.path.length > page.path.length ? found : page),
      undefined,
    );
