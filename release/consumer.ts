import { Manage, Outcrop, OutcropError, verifyWebhook, type WebhookEvent } from '@outcrop/client';
import { type Lead, leadSchema } from '@outcrop/contract';
import { identityKeys } from '@outcrop/contract/identity';
import { mergeVariables } from '@outcrop/contract/merge-tags';
import { openApiDocument } from '@outcrop/contract/openapi';
import { atLeast } from '@outcrop/contract/roles';
import { stages } from '@outcrop/contract/stages';

/** Uses both packages as an integrator would. Compiled and run by packages.full.test.ts. */
export async function useBothPackages(
  origin: string,
  token: string,
  webhook: Parameters<typeof verifyWebhook>[0],
) {
  const outcrop = new Outcrop({ baseUrl: `${origin}/api/v1/ext`, token });
  const lead: Lead = leadSchema.parse({
    fullName: 'Maren Solberg',
    email: 'maren@kelptide.example',
  });
  const { results } = await outcrop.write('postLeads', { leads: [lead] });
  const { prospects = [] } = await outcrop.read('getProspects', { q: 'maren' });
  const { plan } = await new Manage({ baseUrl: `${origin}/api/v1/manage`, token }).call('getUsage');
  const error = await new Outcrop({ baseUrl: `${origin}/api/v1/ext`, token: 'unknown' })
    .read('getSession')
    .catch((thrown: unknown) => thrown);
  const event: WebhookEvent = await verifyWebhook(webhook);

  // @ts-expect-error -- No such endpoint.
  const unknown = () => outcrop.read('getNothing');
  // @ts-expect-error -- A lead has no such field.
  const misspelled = () => outcrop.write('postLeads', { leads: [{ fulName: 'Maren' }] });
  // @ts-expect-error -- Not an event kind, so the types of events are known.
  const renamed = () => event.type === 'prospect.renamed';

  return {
    status: results[0]?.status,
    found: prospects.map(({ fullName }) => fullName),
    plan: typeof plan.name,
    code: error instanceof OutcropError && error.code,
    event: event.type,
    key: identityKeys(lead).email,
    contract: [
      mergeVariables.includes('firstName'),
      atLeast('owner', 'member'),
      stages.includes('new'),
    ],
    paths: Object.keys(openApiDocument()['paths'] as object).length,
    typeOnly: [unknown, misspelled, renamed].length,
  };
}
