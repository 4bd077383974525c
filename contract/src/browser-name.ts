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

/** A rough name from a user agent, such as "Chrome on Linux". Null if it is not a known browser. */
export function browserName(agent: string): string | null {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (!browser) return null;
  return system ? `${browser} on ${system}` : browser;
}
