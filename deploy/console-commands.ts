import { readFileSync } from 'node:fs';

interface Command {
  text: string;
  /** The output that the page shows, up to the first `…`. */
  shown: string;
}

/** The commands in the `console` blocks of one section of a page: lines after `# ` or `$ `. */
export function commandsIn(page: string, heading: string): Command[] {
  const [, section] = page.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`There is no section "${heading}"`);
  const [own = ''] = section.split(/^## /m);
  return [...own.matchAll(/^ *```console\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    block
      .split(/^ *[#$] /m)
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [, text = '', output = ''] = /^((?:.*\\\n)*.*)\n([\s\S]*)$/.exec(part) ?? [];
        return { text, shown: output.split('…')[0]!.trim() };
      }),
  );
}

/** A script that runs the commands in one shell, with the time of each, and checks what the page shows. */
export function scriptOf(commands: Command[]): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = commands.flatMap(({ text, shown }) => [
    `printf '%4d s  # %s\\n' "$SECONDS" ${quote(text)}`,
    ...(shown === ''
      ? [text]
      : [`output=$(${text}\n)`, 'echo "$output"', `grep -qF ${quote(shown)} <<<"$output"`]),
  ]);
  return ['set -euo pipefail', ...lines, `printf '%4d s  done\\n' "$SECONDS"`, ''].join('\n');
}

if (import.meta.main) {
  const [page, heading] = process.argv.slice(2) as [string, string];
  process.stdout.write(scriptOf(commandsIn(readFileSync(page, 'utf8'), heading)));
}
