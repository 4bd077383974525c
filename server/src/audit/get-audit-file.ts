import { maxAuditRows } from '@outcrop/contract';
import { record } from '../core/audit/record.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { byteOrderMark, csvRow } from '../platform/csv.ts';
import type { PagePosition } from '../platform/cursor.ts';
import { dayOf } from '../platform/day.ts';
import type { FileResponse } from '../platform/http/endpoint-call.ts';
import { type AuditEntry, filterOf, selectEntries } from './entries.sql.ts';

const batchSize = 500;

/** The matching entries as a CSV file, read while it is sent. */
export async function getAuditFile(call: ManageCall<'getAuditFile'>): Promise<FileResponse> {
  const filter = filterOf(call.query);
  record(call, { action: 'audit.exported', target: null, detail: {} });
  return {
    name: `audit-log-${dayOf(new Date())}.csv`,
    pieces: async function* (read) {
      yield byteOrderMark +
        csvRow(['time', 'action', 'actor', 'actorId', 'target', 'detail', 'correlationId']);
      let after: PagePosition | null = null;
      for (let sent = 0; sent < maxAuditRows; sent += batchSize) {
        const position: PagePosition | null = after;
        const entries: AuditEntry[] = await read((tx) =>
          selectEntries(tx, filter, position, batchSize),
        );
        if (entries.length > 0) yield entries.map(rowOf).join('');
        if (entries.length < batchSize) return;
        const { createdAt, id } = entries.at(-1)!;
        after = { at: createdAt, id };
      }
    },
  };
}

const rowOf = ({ createdAt, action, actor, target, detail, correlationId }: AuditEntry): string =>
  csvRow([
    createdAt.toISOString(),
    action,
    actor.kind,
    actor.id ?? '',
    target ?? '',
    JSON.stringify(detail),
    correlationId ?? '',
  ]);
