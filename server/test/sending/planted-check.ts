import type { ClaimedMessage } from '../../src/core/sending/claimed-message.ts';
import { type GateDeps, gateOf, type SendingGate } from '../../src/sending/gate.ts';

/**
 * What most systems do: everything is checked, and then the mail server is connected to. For showing
 * that the race tests find it.
 */
export async function checkBeforeConnecting(
  deps: GateDeps,
  workspaceId: string,
  message: ClaimedMessage,
): Promise<{ gateOf: () => SendingGate }> {
  const { pass, refusal } = gateOf(deps, workspaceId, message);
  const release = await pass();
  await release?.();
  return {
    gateOf: () => ({ pass: async () => release && (async () => {}), refusal }),
  };
}
