/** The given parameters of an address that are text; what is missing is left out. */
export function textsOf<Name extends string>(
  given: Record<string, unknown>,
  ...names: Name[]
): { [Key in Name]?: string } {
  const texts = names.flatMap((name) => {
    const value = given[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(texts) as { [Key in Name]?: string };
}

/** The value if it is one of those that are known. */
export const oneOf = <Value extends string>(
  known: readonly Value[],
  given: unknown,
): Value | undefined => known.find((value) => value === given);
