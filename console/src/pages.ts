import type { Role } from '@outcrop/contract';
import {
  IconAddressBook,
  IconBolt,
  IconBuilding,
  IconChartBar,
  IconChecklist,
  IconFileImport,
  IconHistory,
  IconHome,
  IconInbox,
  IconLayoutKanban,
  IconListSearch,
  IconMailbox,
  IconPlugConnected,
  IconSend,
  IconSparkles,
  IconTags,
  IconUserCircle,
  IconUsers,
  IconWand,
  type TablerIcon,
} from '@tabler/icons-react';

/** In navigation order. */
export const groups = ['Work', 'Integrations', 'Workspace', 'You'] as const;
/** Those of the settings, which have a list of their own. */
export const settingsGroups = groups.slice(1);

interface Page {
  /** Relative to the workspace's path. */
  path: string;
  title: string;
  group: (typeof groups)[number];
  icon: TablerIcon;
  /** The second key of the `g` shortcut. */
  goKey: string;
  /** Not in the navigation, but in the palette. */
  unlisted?: true;
  /** Uses the full width of the window. */
  wide?: true;
  /** The minimum role. */
  role: Role;
}

/** The source of the navigation, the palette and the `g` shortcuts. */
export const pages = [
  {
    path: 'home',
    title: 'Home',
    group: 'Work',
    icon: IconHome,
    goKey: 'h',
    role: 'viewer',
  },
  {
    path: 'prospects',
    title: 'Prospects',
    group: 'Work',
    icon: IconAddressBook,
    goKey: 'p',
    wide: true,
    role: 'viewer',
  },
  {
    path: 'prospects/import',
    title: 'Import prospects',
    group: 'Work',
    icon: IconFileImport,
    goKey: 'f',
    role: 'member',
    unlisted: true,
  },
  {
    path: 'pipeline',
    title: 'Pipeline',
    group: 'Work',
    icon: IconLayoutKanban,
    goKey: 'b',
    wide: true,
    role: 'viewer',
  },
  {
    path: 'inbox',
    title: 'Inbox',
    group: 'Work',
    icon: IconInbox,
    goKey: 'i',
    wide: true,
    role: 'viewer',
  },
  {
    path: 'campaigns',
    title: 'Campaigns',
    group: 'Work',
    icon: IconSend,
    goKey: 'c',
    role: 'viewer',
  },
  {
    path: 'lists',
    title: 'Lists & tags',
    group: 'Work',
    icon: IconTags,
    goKey: 't',
    role: 'viewer',
  },
  {
    path: 'enrichment',
    title: 'Enrichment',
    group: 'Work',
    icon: IconWand,
    goKey: 'e',
    role: 'viewer',
  },
  {
    path: 'tasks',
    title: 'Background jobs',
    group: 'Work',
    icon: IconChecklist,
    goKey: 'k',
    role: 'member',
    unlisted: true,
  },
  {
    path: 'settings/api',
    title: 'Chrome extension & API',
    group: 'Integrations',
    icon: IconPlugConnected,
    goKey: 'a',
    role: 'viewer',
  },
  {
    path: 'settings/webhooks',
    title: 'Webhooks',
    group: 'Integrations',
    icon: IconBolt,
    goKey: 'w',
    role: 'admin',
  },
  {
    path: 'settings/requests',
    title: 'Request log',
    group: 'Integrations',
    icon: IconListSearch,
    goKey: 'r',
    role: 'admin',
  },
  {
    path: 'settings/members',
    title: 'Members',
    group: 'Workspace',
    icon: IconUsers,
    goKey: 'm',
    role: 'viewer',
  },
  {
    path: 'settings/mailboxes',
    title: 'Mailboxes',
    group: 'Workspace',
    icon: IconMailbox,
    goKey: 'o',
    role: 'viewer',
  },
  {
    path: 'settings/usage',
    title: 'Plan & usage',
    group: 'Workspace',
    icon: IconChartBar,
    goKey: 'u',
    role: 'viewer',
  },
  {
    path: 'settings/ai',
    title: 'AI',
    group: 'Workspace',
    icon: IconSparkles,
    goKey: 'j',
    role: 'admin',
  },
  {
    path: 'settings/audit',
    title: 'Audit log',
    group: 'Workspace',
    icon: IconHistory,
    goKey: 'l',
    role: 'admin',
  },
  {
    path: 'settings/general',
    title: 'General',
    group: 'Workspace',
    icon: IconBuilding,
    goKey: 's',
    role: 'viewer',
  },
  {
    path: 'account',
    title: 'Your account',
    group: 'You',
    icon: IconUserCircle,
    goKey: 'y',
    role: 'viewer',
  },
] as const satisfies Page[];

export type PagePath = (typeof pages)[number]['path'];

export const pagePath = (path: PagePath) => `/w/$workspaceId/${path}` as const;

/** Whether a page is part of the settings. */
export const isSettings = (pathname: string): boolean =>
  (findPage(pathname)?.group ?? 'Work') !== 'Work';

/** The page with the longest matching path. */
export const findPage = (pathname: string): Page | undefined =>
  pages
    .filter(({ path }) => new RegExp(`^/w/[^/]+/${path}(/|$)`).test(pathname))
    .reduce<Page | undefined>(
      (found, page) => (found && found.path.length > page.path.length ? found : page),
      undefined,
    );
