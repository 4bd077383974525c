import type { Prospect } from '@outcrop/contract';
import type { Model } from '../core/ai/model.ts';
import type { Work } from './enrichments.sql.ts';
import type { Finding } from './findings.ts';

/** One prospect to enrich, and with what. */
export interface Assignment {
  workspaceId: string;
  work: Work;
  prospect: Prospect;
  /** Workspace instructions, if the request uses them. */
  instructions: string | null;
  model: Model;
  signal: AbortSignal;
}

/** Throws ModelFailure, NoUsableResult or UnreadablePage. */
export type Enrich = (assignment: Assignment) => Promise<Finding>;
