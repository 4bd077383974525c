export interface PackageManifest {
  name: string;
  version: string;
  exports: Record<string, string>;
  dependencies?: Record<string, string>;
  private?: boolean;
  devDependencies?: Record<string, string>;
}

/** These fields matter in the repository only. */
const repositoryFields = ['private', 'devDependencies'];

/** The package.json for npm. It names the built files instead of the sources. */
export function publishedManifest(
  { exports, dependencies, ...others }: PackageManifest,
  directory: string,
  repository: string | undefined,
) {
  const built = Object.entries(exports).map(([name, source]) => [
    name,
    source.replace(/^\.\/src\/(.*)\.ts$/, './dist/$1.js'),
  ]);
  // A program that uses zod too gets one copy of it.
  const compatible = Object.entries(dependencies ?? {}).map(([name, exact]) => [name, `^${exact}`]);
  const forNpm = Object.entries(others).filter(([field]) => !repositoryFields.includes(field));
  return {
    ...Object.fromEntries(forNpm),
    // npm accepts a statement of provenance only for the repository that is named here.
    ...(repository && {
      repository: { type: 'git', url: `git+https://github.com/${repository}.git`, directory },
    }),
    files: ['dist'],
    exports: { ...Object.fromEntries(built), './package.json': './package.json' },
    ...(dependencies && { dependencies: Object.fromEntries(compatible) }),
  };
}
