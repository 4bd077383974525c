/** JSON that can contain raw text which JSON.stringify would never write. */
export type Tree = null | boolean | number | string | Raw | Tree[] | { [name: string]: Tree };

export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const isObject = (tree: unknown): tree is { [name: string]: Tree } =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree) && !(tree instanceof Raw);

export function write(tree: Tree): string {
  if (tree instanceof Raw) return tree.text;
  if (Array.isArray(tree)) return `[${tree.map(write).join()}]`;
  if (!isObject(tree)) return JSON.stringify(tree);
  const fields = Object.entries(tree).map(
    ([name, value]) => `${JSON.stringify(name)}:${write(value)}`,
  );
  return `{${fields.join()}}`;
}

/** A value outside of JSON, such as a parameter. */
/** As in a query or path: several values are separated by commas. */
export const asText = (value: Tree): string => {
  if (typeof value === 'string') return value;
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isList && value.length > 0 ? value.join(',') : write(value);
};
