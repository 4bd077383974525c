/** The parts of a package.json, or of an entry in package-lock.json, that name our versions. */
export interface VersionedManifest {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const isOurs = (name: string) => name.startsWith('@outcrop/');

/** The manifest with this version, which it also requires of our other packages. */
export function withVersion<Manifest extends VersionedManifest>(
  manifest: Manifest,
  version: string,
): Manifest {
  const updated = (dependencies: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, old]) => [name, isOurs(name) ? version : old]),
    );
  const { dependencies, devDependencies } = manifest;
  return {
    ...manifest,
    version,
    ...(dependencies && { dependencies: updated(dependencies) }),
    ...(devDependencies && { devDependencies: updated(devDependencies) }),
  };
}

/**
 * Moves the unreleased changes under a heading for the version. Throws if there are no changes, or
 * if the heading exists.
 */
export function cutChangelog(changelog: string, version: string, date: string): string {
  const [head, unreleased] = changelog.split(/^## Unreleased\n/m);
  if (head === undefined || unreleased === undefined)
    throw new Error('CHANGELOG.md has no heading "Unreleased".');
  if (hasSection(changelog, version)) throw new Error(`CHANGELOG.md already has ${version}.`);
  if (/^\s*(?:## |$)/.test(unreleased)) throw new Error('CHANGELOG.md has nothing to release.');
  return `${head}## Unreleased\n\n## ${version} (${date})\n${unreleased}`;
}

const hasSection = (changelog: string, version: string): boolean =>
  changelog.includes(`\n## ${version} (`);

export interface ReleaseFiles {
  version: string;
  /** By file, or by entry of the lock file. */
  manifests: Record<string, VersionedManifest>;
  changelog: string;
  /** The versions in contract/releases. */
  releases: string[];
}

/** Places that disagree with the version of the root package. */
export function versionProblems({
  version,
  manifests,
  changelog,
  releases,
}: ReleaseFiles): string[] {
  const stale = Object.entries(manifests).filter(
    ([, manifest]) => JSON.stringify(withVersion(manifest, version)) !== JSON.stringify(manifest),
  );
  return [
    ...stale.map(([file]) => `${file} names another version than ${version}`),
    ...(/^## (.*)$/m.exec(changelog)?.[1] === 'Unreleased'
      ? []
      : ['CHANGELOG.md does not start with "Unreleased"']),
    ...(hasSection(changelog, version) ? [] : [`CHANGELOG.md has no section for ${version}`]),
    ...(releases.includes(version)
      ? []
      : [`contract/releases/${version}/openapi.json does not exist`]),
  ];
}
