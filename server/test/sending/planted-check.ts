import type { ClaimedMessage } from '../../src/core/sending/claimed-message.ts';
import { type GateDeps, gateOf } from '../../src/sending/gate.ts';
import type { Refusal } from '../../src/sending/gate-rules.ts';
import type { SendingGate } from '../../src/sending/open-gate.ts';

/**
 * What most systems do: everything is checked, and then the mail server is connected to. For showing
 * that the race tests find it.
 */
export async function checkBeforeConnecting(
  deps: GateDeps,
  workspaceId: string,
  message: ClaimedMessage,
): Promise<{ gateOf: () => SendingGate<Refusal> }> {
  const { pass, refusal } = gateOf(deps, workspaceId, message);
  const release = await pass();
  await release?.();
  return {
    gateOf: () => ({ pass: async () => release && (async () => {}), refusal }),
  };
}
