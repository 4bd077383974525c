import { flushCompileCache } from 'node:module';
import { processDeps } from './process-deps.ts';
import { runReplyJob } from './reply-turn.ts';
import { takeTurn } from './take-turn.ts';
import { gateLog, waitingGate } from './waiting-gate.ts';

/** Takes one turn of a mailbox, or sends one reply, in a process that the test kills on the way. */
const { WORKSPACE_ID, MAILBOX_ID, CAMPAIGN_ID, REPLY_ID } = process.env as Record<string, string>;

// A killed process would not write the cache at its end.
flushCompileCache();
gateLog.info('started');
// A turn takes no further email after a second, and this machine may be slow.
const at = new Date();
const deps = { ...processDeps(), clock: () => at, holdGate: waitingGate };
if (REPLY_ID) await runReplyJob(deps, WORKSPACE_ID!, { id: REPLY_ID });
else
  await takeTurn(deps, WORKSPACE_ID!, { mailbox: { id: MAILBOX_ID! }, campaignId: CAMPAIGN_ID! });
