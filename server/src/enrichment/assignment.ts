import type { Model } from '../core/ai/model.ts';
import type { ProspectRecord } from '../core/search/records.sql.ts';
import type { Work } from './enrichments.sql.ts';
import type { Finding } from './findings.ts';

/** One prospect to enrich, and with what. */
export interface Assignment {
  workspaceId: string;
  work: Work;
  prospect: ProspectRecord;
  /** Workspace instructions, if the request uses them. */
  instructions: string | null;
  model: Model;
  signal: AbortSignal;
}

/** Throws ModelFailure, NoUsableResult or UnreadablePage. */
export type Enrich = (assignment: Assignment) => Promise<Finding>;
