/** Import statements for a generated file, from pairs of a path and names. */
export const importLines = (imports: [path: string, names: string[]][]): string[] =>
  imports.map(([path, names]) => {
    const line = `import { ${names.join(', ')} } from '${path}';`;
    return line.length <= 100 ? line : `import {\n  ${names.join(',\n  ')},\n} from '${path}';`;
  });
