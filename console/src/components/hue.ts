const hueCount = 8;

/** A color that is the same for the same name on every page, as an angle for `hsl()`. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + character.codePointAt(0)!) % 65_521;
  return (hash % hueCount) * (360 / hueCount);
}
