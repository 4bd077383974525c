import type { IRegularForbiddenRuleType } from 'dependency-cruiser';
import { type CodeLayer, consoleLayers, serverLayers } from './layers.ts';

/** The name of a rule is what the check prints. */
type Rule = IRegularForbiddenRuleType & { name: string };

/** Tests and command line tools of a package import what they need. */
const exempt = '\\.(test|main)\\.tsx?$';
const typesOnly = ['type-only' as const];

/** Modules of the contract that import nothing, so they can run in a browser without zod. */
const portable =
  '^contract/src/(browser-name|identity|merge-tags|notification-text|outcomes|roles|stages|task-names|workspace-limits)(\\.ts$|/)';
const pureRules = '^server/src/.*[/.-]rules\\.ts$';
const storage = '^server/src/.*[/.-]sql\\.ts$';

const packageRules: Rule[] = [
  {
    name: 'the contract imports only zod',
    from: { path: '^contract/src/', pathNot: exempt },
    to: { pathNot: ['^contract/src/', 'node_modules/zod/'] },
  },
  {
    name: 'modules of the contract that run anywhere import only each other',
    from: { path: portable, pathNot: exempt },
    to: { pathNot: portable, dependencyTypesNot: typesOnly },
  },
  {
    name: 'the client imports only types, and only of the contract',
    from: { path: '^client/src/', pathNot: exempt },
    to: { pathNot: '^client/src/', dependencyTypesNot: typesOnly },
  },
  {
    name: 'the client imports only types, and only of the contract',
    from: { path: '^client/src/', pathNot: exempt },
    to: { pathNot: ['^client/src/', '^contract/src/'], dependencyTypes: typesOnly },
  },
  {
    name: 'of the contract, import only types and the modules that run anywhere',
    from: { path: '^(console|extension|cli)/src/', pathNot: exempt },
    to: { path: '^contract/', pathNot: portable, dependencyTypesNot: typesOnly },
  },
  {
    name: 'nothing outside of the server imports it',
    from: {
      pathNot: [
        '^server/',
        '^(console|extension)/test/',
        '^(checks|deploy|bench|torture)/',
        exempt,
      ],
    },
    to: { path: '^server/' },
  },
];

const serverRules: Rule[] = [
  ...layerRules('server/src/', serverLayers),
  {
    name: 'only entry points read the configuration',
    from: { path: '^server/src/', pathNot: [pathOf('server/src/', serverLayers[0]!), exempt] },
    to: { path: '^server/src/config\\.ts$' },
  },
  {
    name: 'core knows no HTTP, except for signing in',
    from: { path: '^server/src/core/', pathNot: ['^server/src/core/sign-in/', exempt] },
    to: { path: '^server/src/platform/http/' },
  },
  {
    name: 'rules import only the contract, hashes, time arithmetic, other rules, and types',
    from: { path: pureRules },
    to: {
      pathNot: [pureRules, '^contract/src/', '^crypto$', 'node_modules/temporal-polyfill/'],
      dependencyTypesNot: typesOnly,
    },
  },
  {
    name: 'storage imports only platform/db, the contract, rules, other storage, and types',
    from: { path: storage },
    to: {
      pathNot: [storage, pureRules, '^server/src/platform/db/', '^contract/src/'],
      dependencyTypesNot: typesOnly,
    },
  },
];

export const importRules: Rule[] = [
  { name: 'imports do not go in circles', from: {}, to: { circular: true } },
  // No other rule would see an import that is not found.
  { name: 'every import is found', from: {}, to: { couldNotResolve: true } },
  ...packageRules,
  ...serverRules,
  ...layerRules('console/src/', consoleLayers),
];

function layerRules(root: string, layers: CodeLayer[]): Rule[] {
  const everything = layers.map((layer) => pathOf(root, layer));
  return [
    {
      name: 'every file belongs to a layer of checks/layers.ts',
      from: { path: `^${root}`, pathNot: [...everything, exempt] },
      to: {},
    },
    {
      name: 'every file belongs to a layer of checks/layers.ts',
      from: {},
      to: { path: `^${root}`, pathNot: [...everything, exempt] },
    },
    ...layers.flatMap((layer, index) => {
      const title = `layer ${layers.length - index} of ${root}`;
      return [
        ...(index > 0 ? [upwardRule(title, layer, layers.slice(0, index))] : []),
        ...withinRules(title, layer),
      ];
    }),
  ];

  function upwardRule(title: string, layer: CodeLayer, higher: CodeLayer[]): Rule {
    return {
      name: `${title} imports no higher layer`,
      from: { path: pathOf(root, layer), pathNot: exempt },
      to: { path: higher.map((each) => pathOf(root, each)) },
    };
  }

  function withinRules(title: string, { names, within }: CodeLayer): Rule[] {
    const path = pathOf(root, { names });
    if (within === 'freely') return [];
    if (within === 'never')
      return [
        {
          name: `${title}: none imports another`,
          from: { path, pathNot: exempt },
          to: { path, pathNot: `^${root}$1(/|$)` },
        },
      ];
    return names.slice(1).map((name, index) => ({
      name: `${title}: ${name} imports only those after it`,
      from: { path: pathOf(root, { names: [name] }), pathNot: exempt },
      to: { path: pathOf(root, { names: names.slice(0, index + 1) }) },
    }));
  }
}

/** A pattern for the files of a layer. Its first group is the name. */
function pathOf(root: string, { names }: Pick<CodeLayer, 'names'>): string {
  const patterns = names.map((name) => name.replaceAll('.', '\\.').replaceAll('*', '[^/]+'));
  return `^${root}(${patterns.join('|')})(?:/|$)`;
}
