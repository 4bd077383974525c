import type { CampaignStatus } from '@outcrop/contract';
import { sql, type Tx } from '../platform/db/index.ts';

interface NameMatch {
  kind: 'list' | 'tag' | 'campaign';
  id: string;
  name: string;
  /** Null for lists and tags. */
  status: Exclude<CampaignStatus, 'archived'>;
}

/** The maximum of lists and tags. Comparing all 10,000 campaigns of a workspace took 9 ms. */
const maxCampaigns = 1_000;

/**
 * Lists, tags and campaigns whose name may match. ASCII names must contain all parts. All other names
 * are returned, because the caller compares their accents.
 */
export const selectNameMatches = (tx: Tx, parts: string[]) => {
  const patterns = parts.map((part) => `%${part}%`);
  return tx.rows<NameMatch>(sql`
    select kind, id, name, status
    from (
      select 'list' as kind, id, name, name_key as key, null as status
      from list where workspace_id = ${tx.workspaceId}
      union all
      select 'tag', id, name, name_key, null from tag where workspace_id = ${tx.workspaceId}
      union all
      select 'campaign', id, name, lower(name), status::text from (
        select id, name, status from campaign
        where workspace_id = ${tx.workspaceId} and status <> 'archived'
        order by created_at desc, id desc
        limit ${maxCampaigns}) as newest
    ) as named
    where key like all(${patterns}::text[]) or octet_length(name) > char_length(name)`);
};
