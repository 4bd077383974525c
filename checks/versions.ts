import { readRepository } from '../release/repository.ts';
import { versionProblems } from '../release/versions.ts';

// Every package, the lock file, the changelog and the kept OpenAPI document have the same version.

for (const problem of versionProblems(readRepository())) {
  console.error(problem);
  process.exitCode = 1;
}
