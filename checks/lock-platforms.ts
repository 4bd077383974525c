interface LockEntry {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, LockEntry>;
}

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/** `@oxlint/binding-linux-arm64-musl` → linux, arm64, musl. Undefined if the name has no platform. */
export function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> | undefined {
  const parts = name.split(/[/-]/);
  const cpu = parts.find((part) => processors.includes(part));
  const os = parts.find((part) => systems.includes(part));
  if (!cpu || (!os && cpu !== 'wasm32')) return undefined;
  const libc = /-musl$/.test(name) ? 'musl' : /-gnu$/.test(name) ? 'glibc' : undefined;
  return {
    cpu: [cpu],
    ...(os === 'linux' && libc && { libc: [libc] }),
    ...(os && { os: [os] }),
  };
}

/** Platform binaries that are missing in the lock file. */
export function missingPlatforms({ packages }: LockFile): [string, LockEntry][] {
  const missing = new Map<string, LockEntry>();
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages))
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const platform = platformOf(name);
      if (!platform || !/^\d+\.\d+\.\d+/.test(version) || isInstalled(packages, path, name))
        continue;
      const { cpu, libc, os } = platform;
      missing.set(`node_modules/${name}`, {
        version,
        ...(cpu && { cpu }),
        ...(dev && { dev }),
        ...(libc && { libc }),
        optional: true,
        ...(os && { os }),
      });
    }
  return [...missing];
}

export const withPlatforms = (lock: LockFile, missing: [string, LockEntry][]): LockFile => ({
  ...lock,
  packages: Object.fromEntries(
    [...Object.entries(lock.packages), ...missing].sort(([a], [b]) => a.localeCompare(b, 'en')),
  ),
});

/** Entries with a registry URL or without a hash. */
export function unsafeEntries({ packages }: LockFile): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const isWorkspace = !path.includes('node_modules/') || entry.link === true;
    if (isWorkspace) return [];
    if (entry.resolved !== undefined)
      return [`package-lock.json: ${path} names a registry. Remove its "resolved".`];
    const isPlatform = entry.optional === true && platformOf(path) !== undefined;
    return entry.integrity === undefined && !isPlatform
      ? [`package-lock.json: ${path} has no "integrity".`]
      : [];
  });
}

/** Resolves like Node: next to the package, then in the parent folders. */
function isInstalled(packages: LockFile['packages'], path: string, name: string): boolean {
  const folders = path.split('/node_modules/');
  return (
    folders.some((_, end) => {
      const around = folders.slice(0, end + 1).join('/node_modules/');
      return `${around}/node_modules/${name}` in packages;
    }) || `node_modules/${name}` in packages
  );
}
