import type { MessageRow } from './messages.sql.ts';

/** An email as the API returns it. */
export const toMessage = ({ campaignId: _, ...message }: MessageRow) => message;
