/** Whether a robots.txt lets this agent read a path: RFC 9309, the longest rule that fits wins. */
export function isAllowed(robots: string, agent: string, path: string): boolean {
  const groups = groupsOf(robots);
  const own = groups.filter(({ agents }) => agents.some((name) => isMeant(name, agent)));
  const meant = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = meant.flatMap((group) => group.rules).filter(({ pattern }) => fits(pattern, path));
  const [first] = rules.toSorted(
    (one, other) =>
      other.pattern.length - one.pattern.length || Number(other.allows) - Number(one.allows),
  );
  return first?.allows ?? true;
}

interface Rule {
  pattern: string;
  allows: boolean;
}

interface Group {
  agents: string[];
  rules: Rule[];
}

function groupsOf(robots: string): Group[] {
  const groups: Group[] = [];
  let begins = true;
  for (const line of robots.slice(0, 500_000).split(/\r\n|[\r\n]/)) {
    const [, field = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? [];
    const said = value.trim();
    switch (field.toLowerCase()) {
      case 'user-agent':
        if (begins && groups.length > 0) groups.at(-1)!.agents.push(said.toLowerCase());
        else groups.push({ agents: [said.toLowerCase()], rules: [] });
        begins = true;
        break;
      case 'allow':
      case 'disallow':
        begins = false;
        // An empty rule says nothing.
        if (said !== '')
          groups.at(-1)?.rules.push({ pattern: said, allows: field.toLowerCase() === 'allow' });
    }
  }
  return groups;
}

const isMeant = (name: string, agent: string) =>
  name !== '*' && name !== '' && agent.toLowerCase().startsWith(name.split('/')[0]!);

/** `*` is any text and a final `$` the end. Without a regular expression, which could be made to hang. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [start = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(start)) return false;
  let at = start.length;
  for (const [place, part] of parts.entries()) {
    if (isWhole && place === parts.length - 1)
      return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}
