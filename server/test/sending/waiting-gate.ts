import { createLog } from '../../src/platform/observe/log.ts';
import type { SendingGate } from '../../src/sending/open-gate.ts';

export const log = createLog('info');

/** Says that the point was reached, and waits there for the end. */
async function waitAt(point: string): Promise<void> {
  if (point !== process.env['WAIT_AT']) return;
  log.info('reached');
  await new Promise(() => {});
}

/** A gate at which a process waits for its end. */
export const waitingGate = <Why>(gate: SendingGate<Why>): SendingGate<Why> => ({
  refusal: gate.refusal,
  pass: async () => {
    await waitAt('body');
    const release = await gate.pass();
    await waitAt('locked');
    return (
      release &&
      (async () => {
        await waitAt('written');
        await release();
      })
    );
  },
});
