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
export const asText = (value: Tree): string => (typeof value === 'string' ? value : write(value));
