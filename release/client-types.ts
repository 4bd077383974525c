import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');

const unions = ['EndpointId', 'ManageEndpointId', 'EventKind', 'ErrorCode', 'ActorKind'];

/** Types with one parameter, and the union of its values. */
const generics = {
  RequestBody: 'EndpointId',
  RequestParams: 'EndpointId',
  RequestQuery: 'EndpointId',
  ResponseData: 'EndpointId',
  ManageBody: 'ManageEndpointId',
  ManageData: 'ManageEndpointId',
  ManageParams: 'ManageEndpointId',
  ManageQuery: 'ManageEndpointId',
  EventData: 'EventKind',
  EventPrevious: 'EventKind',
};

const tables = Object.entries(generics).map(([name, key]) => ({
  name,
  key,
  table: `${name}Table`,
}));

const source = [
  `import type * as contract from '@outcrop/contract';`,
  `type Expanded<T> = T extends object ? { [Key in keyof T]: Expanded<T[Key]> } : T;`,
  ...unions.map((name) => `export type ${name} = contract.${name};`),
  ...tables.map(
    ({ name, key, table }) =>
      `export type ${table} = { [Key in ${key}]: Expanded<contract.${name}<Key>> };`,
  ),
].join('\n');

/**
 * The contract's types that the client imports, written out. In the contract they are inferred from
 * zod schemas, and a client that depended on them would depend on zod.
 */
export function clientTypes(): string {
  const file = join(root, 'client/src/contract-types.ts');
  const program = programOf(file);
  const checker = program.getTypeChecker();
  const { statements } = program.getSourceFile(file)!;
  const written = statements.filter(ts.isTypeAliasDeclaration).flatMap((alias) => {
    if (!alias.modifiers) return [];
    const type = checker.typeToString(checker.getTypeAtLocation(alias), undefined, format);
    return [`export type ${alias.name.text} = ${type};`];
  });
  const lookups = tables.map(
    ({ name, key, table }) => `export type ${name}<Key extends ${key}> = ${table}[Key];`,
  );
  return [...written, ...lookups, ''].join('\n');
}

const format: ts.TypeFormatFlags =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.InTypeAlias |
  ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;

function programOf(file: string): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (name) =>
    ts.sys.readFile(name),
  );
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, target, ...rest) =>
    name === file
      ? ts.createSourceFile(name, source, target)
      : getSourceFile(name, target, ...rest);
  const program = ts.createProgram([file], options, host);
  const [problem] = program.getSemanticDiagnostics(program.getSourceFile(file));
  if (problem) throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
  return program;
}
