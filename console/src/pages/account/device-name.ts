const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** A rough name from a user agent: "Chrome on Linux". */
export function deviceName(agent: string | null): string {
  if (agent === null) return 'Unknown device';
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (!browser) return agent.slice(0, 40);
  return system ? `${browser} on ${system}` : browser;
}
