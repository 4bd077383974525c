/** JSON that can contain raw text which JSON.stringify would never write. */
export type JsonTree =
  | null
  | boolean
  | number
  | string
  | RawJson
  | JsonTree[]
  | { [name: string]: JsonTree };

export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const isObject = (tree: unknown): tree is { [name: string]: JsonTree } =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree) && !(tree instanceof RawJson);

export function writeJson(tree: JsonTree): string {
  if (tree instanceof RawJson) return tree.text;
  if (Array.isArray(tree)) return `[${tree.map(writeJson).join()}]`;
  if (!isObject(tree)) return JSON.stringify(tree);
  const fields = Object.entries(tree).map(
    ([name, value]) => `${JSON.stringify(name)}:${writeJson(value)}`,
  );
  return `{${fields.join()}}`;
}

/** A value outside of JSON, such as a parameter. */
/** As in a query or path: several values are separated by commas. */
export const asText = (value: JsonTree): string => {
  if (typeof value === 'string') return value;
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isList && value.length > 0 ? value.join(',') : writeJson(value);
};
