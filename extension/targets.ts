import { join } from 'node:path';

type Manifest = Record<string, unknown>;

interface Target {
  name: 'chrome' | 'firefox';
  /** What the browser loads. */
  folder: string;
  manifestOf: (manifest: Manifest) => Manifest;
}

/** The browsers. The scripts are the same; only the manifest differs. */
export const targets: Target[] = [
  {
    name: 'chrome',
    folder: join(import.meta.dirname, 'dist'),
    manifestOf: (manifest) => manifest,
  },
  {
    name: 'firefox',
    folder: join(import.meta.dirname, 'dist-firefox'),
    manifestOf: forFirefox,
  },
];

/** Firefox has a sidebar instead of a side panel, and an event page instead of a service worker. */
function forFirefox({
  minimum_chrome_version: _version,
  side_panel: _panel,
  storage: _storage,
  ...manifest
}: Manifest): Manifest {
  return {
    ...manifest,
    permissions: (manifest['permissions'] as string[]).filter((name) => name !== 'sidePanel'),
    background: { scripts: ['background.js'], type: 'module' },
    sidebar_action: {
      default_panel: 'panel.html',
      default_title: 'Outcrop',
      default_icon: 'icons/32.png',
      open_at_install: false,
    },
    browser_specific_settings: {
      gecko: {
        id: 'extension@outcrop.example',
        strict_min_version: '140.0',
        data_collection_permissions: {
          required: ['personallyIdentifyingInfo', 'websiteContent', 'authenticationInfo'],
        },
      },
    },
  };
}
