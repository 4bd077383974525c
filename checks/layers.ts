import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The layers of the server and of the console, top first. A file imports from lower layers and from
 * its own folder. `import-rules.ts` turns this into rules, and `node checks/layers.ts --write` draws
 * it in ARCHITECTURE.md; `--check` reports a drawing that is out of date.
 */
export interface CodeLayer {
  about: string;
  /** Files end in `.ts` or `.tsx`, all others are folders. `*` stands for any one folder. */
  names: string[];
  /** Whether the names import each other: freely, never, or only those after them in the list. */
  within: 'freely' | 'never' | 'later';
}

export const serverLayers: CodeLayer[] = [
  {
    about: 'entry points, and the code that starts them',
    names: [
      'api.ts',
      'worker.ts',
      'operator',
      'service.ts',
      'start-worker.ts',
      'stop-on-signal.ts',
    ],
    within: 'freely',
  },
  {
    about: 'endpoint → handler, job → function',
    names: ['job-registrations.ts', 'routes.ts', 'routes.gen.ts'],
    within: 'later',
  },
  {
    about:
      'one folder per noun: its endpoints, its jobs, and what only it uses; no folder imports another',
    names: [
      'leads',
      'prospects',
      'notes',
      'follow-ups',
      'views',
      'notifications',
      'search',
      'lists-and-tags',
      'bulk',
      'imports',
      'exports',
      'campaigns',
      'mailboxes',
      'enrollments',
      'unsubscribe',
      'sending',
      'receiving',
      'inbox',
      'enrichment',
      'ai',
      'webhooks',
      'suppression',
      'workspaces',
      'members',
      'tokens',
      'sign-in',
      'audit',
      'request-log',
      'tasks',
      'usage',
      'maintenance',
    ],
    within: 'never',
  },
  {
    about: 'what several nouns share, without HTTP; each imports only those after it',
    names: [
      'core/members',
      'core/receiving',
      'core/sending',
      'core/prospects',
      'core/search',
      'core/inbox',
      'core/campaigns',
      'core/mailboxes',
      'core/enrichment',
      'core/follow-ups',
      'core/notes',
      'core/suppression',
      'core/lists-and-tags',
      'core/sign-in',
      'core/tokens',
      'core/workspaces',
      'core/ai',
      'core/tasks',
      'core/usage',
      'core/events',
      'core/audit',
      'core/notifications',
    ],
    within: 'later',
  },
  {
    about:
      'HTTP, database, queue, mail, egress, crypto and logs, without domain knowledge; config.ts is read only by layer 5',
    names: ['platform', 'config.ts'],
    within: 'never',
  },
];

export const consoleLayers: CodeLayer[] = [
  {
    about: 'start, addresses, redirects',
    names: ['main.tsx', 'routes.tsx', 'route-guards.ts'],
    within: 'freely',
  },
  {
    about: 'one folder per page; the layout around pages; no page imports another',
    names: ['pages/*', 'shell'],
    within: 'never',
  },
  {
    about: 'the table of pages',
    names: ['pages.ts'],
    within: 'never',
  },
  {
    about: 'what several pages share of one noun; each imports only those after it',
    names: [
      'features/prospect-dialogs',
      'features/conversations',
      'features/enrichment',
      'features/enrolling',
      'features/notes',
      'features/follow-ups',
      'features/prospect',
      'features/views',
      'features/tasks',
      'features/usage',
      'features/campaigns',
      'features/mailboxes',
      'features/webhooks',
      'features/members',
      'features/sign-in',
      'features/inbox',
    ],
    within: 'later',
  },
  { about: 'components that know no noun', names: ['components'], within: 'freely' },
  { about: 'calls, session, roles', names: ['api'], within: 'freely' },
  {
    about: 'keys, preferences, files, search parameters; colors and fonts',
    names: ['browser', 'theme'],
    within: 'never',
  },
];

const namesWidth = 46;
const aboutWidth = 52;

/** Layers as a text block, numbered from the bottom. */
export function drawLayers(layers: CodeLayer[]): string {
  return layers
    .flatMap(({ names, about }, index) => {
      const left = wrapWords(shortNames(names), '  ', namesWidth);
      const right = wrapWords(about.split(' '), ' ', aboutWidth);
      return Array.from({ length: Math.max(left.length, right.length) }, (_, line) => {
        const number = line === 0 ? String(layers.length - index) : ' ';
        const names = (left[line] ?? '').padEnd(namesWidth);
        return `${number}   ${names}   ${right[line] ?? ''}`.trimEnd();
      });
    })
    .join('\n');
}

/** `core/` once, then the names in it. */
function shortNames(names: string[]): string[] {
  const [parent] = /^[^/]+\/(?!\*)/.exec(names[0]!) ?? [''];
  if (parent !== '' && names.every((name) => name.startsWith(parent)))
    return [parent, ...names.map((name) => name.slice(parent.length))];
  return names.map((name) => (/\.tsx?$/.test(name) ? name : `${name.replace('*', '<noun>')}/`));
}

function wrapWords(words: string[], separator: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)}${separator}${word}` : word;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The text with each block between `<!-- layers: name -->` and `<!-- /layers -->` drawn anew. */
export const withLayerDrawings = (text: string, layers: Record<string, CodeLayer[]>): string =>
  text.replaceAll(
    /(<!-- layers: (\w+) -->\n)[\s\S]*?(<!-- \/layers -->)/g,
    (whole, start: string, name: string, end: string) =>
      layers[name] ? `${start}\n\`\`\`\n${drawLayers(layers[name])}\n\`\`\`\n\n${end}` : whole,
  );

if (import.meta.main) {
  const file = join(import.meta.dirname, '../ARCHITECTURE.md');
  const text = readFileSync(file, 'utf8');
  const current = withLayerDrawings(text, { server: serverLayers, console: consoleLayers });
  if (process.argv.includes('--write')) writeFileSync(file, current);
  else if (current !== text || !text.includes('<!-- layers: ')) {
    console.error(
      'The layers in ARCHITECTURE.md are out of date. Run "node checks/layers.ts --write".',
    );
    process.exitCode = 1;
  }
}
