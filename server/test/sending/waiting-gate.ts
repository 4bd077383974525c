import { createLog } from '../../src/platform/observe/log.ts';
import { holdGate } from '../../src/sending/hold-gate.ts';

export const gateLog = createLog('info');

/** Logs that the process has reached the point, and waits there until it is killed. */
async function waitAt(point: string): Promise<void> {
  if (point !== process.env['WAIT_AT']) return;
  gateLog.info('reached');
  await new Promise(() => {});
}

/** A gate where a process waits until it is killed. */
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
