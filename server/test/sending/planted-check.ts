import type { CampaignEmail } from '../../src/core/sending/claimed-email.ts';
import { type GateDeps, holdGate } from '../../src/sending/hold-gate.ts';

/**
 * What most systems do: everything is checked, and then the mail server is connected to. For showing
 * that the race tests find it.
 */
export async function checkBeforeConnecting(
  deps: GateDeps,
  workspaceId: string,
  email: CampaignEmail,
): Promise<{ holdGate: typeof holdGate }> {
  const gate = await holdGate(deps, workspaceId, email);
  if (gate.kind === 'open') await gate.release();
  return {
    holdGate: async () => (gate.kind === 'open' ? { ...gate, release: async () => {} } : gate),
  };
}
