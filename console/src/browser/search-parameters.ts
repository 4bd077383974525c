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
