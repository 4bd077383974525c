import { endpoints } from '@outcrop/contract';
import type { TokenCaller } from './accounts/caller.ts';
import { getSession } from './accounts/get-session.ts';
import { getBoards } from './boards/get-boards.ts';
import { postBulk } from './bulk/post-bulk.ts';
import { getCampaigns } from './campaigns/get-campaigns.ts';
import { postCampaigns } from './campaigns/post-campaigns.ts';
import { getInbox } from './inbox/get-inbox.ts';
import { postLeads } from './leads/post-leads.ts';
import { unavailable } from './platform/error.ts';
import { type Route, route } from './platform/http/call.ts';
import { getProspects } from './prospects/get-prospects.ts';
import type { Suppression } from './suppression/suppression.ts';

/** What some handlers need of their cell beyond the request. */
export interface Cell {
  suppression: Suppression;
}

/** Endpoint → handler. */
export const routesOf = ({ suppression }: Cell): Route<TokenCaller>[] => [
  route(endpoints.getSession, getSession),
  route(endpoints.postLeads, postLeads(suppression)),
  route(endpoints.getCampaigns, getCampaigns),
  route(endpoints.postCampaigns, postCampaigns),
  route(endpoints.postBulk, postBulk(suppression)),
  route(endpoints.getProspects, getProspects),
  route(endpoints.getBoards, getBoards),
  route(endpoints.getInbox, getInbox),
  ...Object.values(endpoints)
    .filter((line) => !line.built)
    .map((line) => ({ line, handle: notBuilt })),
];

const notBuilt = async () => {
  throw unavailable('This endpoint is not built yet.', { retryAfter: 86_400 });
};
