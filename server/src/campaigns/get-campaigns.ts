import type { EndpointResult } from '@outcrop/contract';
import type { Call } from '../core/sign-in/call.ts';
import { readValueCursor, writeValueCursor } from '../platform/cursor.ts';
import { type ListedCampaignPosition, selectListedCampaigns } from './campaigns.sql.ts';

const maxCampaigns = 50;

/** Lists campaigns that are not archived, running ones first. */
export async function getCampaigns({
  query: { status, cursor },
  tx,
}: Pick<Call<'getCampaigns'>, 'query' | 'tx'>): Promise<EndpointResult<'getCampaigns'>> {
  const filters = { status };
  const after = cursor === undefined ? null : readPosition(cursor, filters);
  const rows = await selectListedCampaigns(tx, status, after, maxCampaigns + 1);
  const campaigns = rows.slice(0, maxCampaigns);
  const hasMore = rows.length > maxCampaigns;
  return {
    campaigns: campaigns.map(({ createdAt: _createdAt, rank: _rank, ...campaign }) => campaign),
    hasMore,
    nextCursor: hasMore ? writePosition(campaigns.at(-1)!, filters) : null,
  };
}

const writePosition = ({ id, createdAt, rank }: ListedCampaignPosition, filters: object): string =>
  writeValueCursor({ value: `${rank} ${createdAt.getTime()}`, id }, filters);

function readPosition(cursor: string, filters: object): ListedCampaignPosition {
  const isPosition = (text: string) => /^[1-3] \d{1,14}$/.test(text);
  const { value, id } = readValueCursor(cursor, filters, isPosition);
  const [rank, time] = value.split(' ').map(Number);
  return { id, rank: rank!, createdAt: new Date(time!) };
}
