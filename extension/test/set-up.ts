import { ensureBuilt } from '../build.ts';

export default ensureBuilt;
