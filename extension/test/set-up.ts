import { ensureBuilt as ensureConsoleBuilt } from '../../console/build.ts';
import { ensureBuilt } from '../build.ts';

/** The console is where a code is confirmed. */
export default async function setUp(): Promise<void> {
  await ensureBuilt();
  await ensureConsoleBuilt();
}
