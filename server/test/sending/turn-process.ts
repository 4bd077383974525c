import { flushCompileCache } from 'node:module';
import { createLog } from '../../src/platform/observe/log.ts';
import { gateOf } from '../../src/sending/gate.ts';
import type { SendDeps } from '../../src/sending/send-email.ts';
import { processDeps } from './process-deps.ts';
import { takeTurn } from './turns.ts';

/** Takes one turn of a mailbox, in a process that is killed at a point of the way. */
const { WORKSPACE_ID, MAILBOX_ID, CAMPAIGN_ID, WAIT_AT } = process.env as Record<string, string>;
const log = createLog('info');

/** Says that the point was reached, and waits there for the end. */
async function waitAt(point: string): Promise<void> {
  if (point !== WAIT_AT) return;
  log.info('reached');
  await new Promise(() => {});
}

const waitingGate: SendDeps['gateOf'] = (deps, workspaceId, message) => {
  const gate = gateOf(deps, workspaceId, message);
  return {
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
  };
};

// A killed process does not write it at its end.
flushCompileCache();
log.info('started');
await takeTurn({ ...processDeps(), gateOf: waitingGate }, WORKSPACE_ID!, {
  mailbox: { id: MAILBOX_ID! },
  campaignId: CAMPAIGN_ID!,
});
