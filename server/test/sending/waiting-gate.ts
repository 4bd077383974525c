import { createLog } from '../../src/platform/observe/log.ts';
import { holdGate } from '../../src/sending/hold-gate.ts';

export const gateLog = createLog('info');

/** Says that the point was reached, and waits there for the end. */
async function waitAt(point: string): Promise<void> {
  if (point !== process.env['WAIT_AT']) return;
  gateLog.info('reached');
  await new Promise(() => {});
}

/** A gate at which a process waits for its end. */
export const waitingGate: typeof holdGate = async (...given) => {
  await waitAt('body');
  const gate = await holdGate(...given);
  await waitAt('locked');
  if (gate.kind !== 'open') return gate;
  const release = async () => {
    await waitAt('written');
    await gate.release();
  };
  return { ...gate, release };
};
