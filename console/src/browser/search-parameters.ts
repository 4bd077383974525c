/** The named search parameters that are non-empty strings. */
export function pickStrings<Name extends string>(
  given: Record<string, unknown>,
  ...names: Name[]
): { [Key in Name]?: string } {
  const entries = names.flatMap((name) => {
    const value = given[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries) as { [Key in Name]?: string };
}

/** The value if it is allowed, otherwise undefined. */
export const oneOf = <Value extends string>(
  allowed: readonly Value[],
  given: unknown,
): Value | undefined => allowed.find((value) => value === given);

/** The values of a parameter, which are separated by commas. */
export const splitValues = (values: string | undefined): string[] =>
  values?.split(',').filter(Boolean) ?? [];

/** The allowed values of a parameter with several, or undefined if there are none. */
export const someOf = (allowed: readonly string[], given: unknown): string | undefined => {
  const values = typeof given === 'string' ? splitValues(given) : [];
  return allowed.filter((value) => values.includes(value)).join(',') || undefined;
};
