import { maxAuditRows } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { byteOrderMark, csvRow } from '../platform/csv.ts';
import type { PagePosition } from '../platform/cursor.ts';
import { dayOf } from '../platform/day.ts';
import type { FileResponse } from '../platform/http/endpoint-call.ts';
import { type AuditEntry, auditFilterOf, selectAuditEntries } from './audit-entries.sql.ts';

const batchSize = 500;

/** Returns the matching entries as a CSV file and reads them while sending. */
export async function getAuditFile(call: ManageCall<'getAuditFile'>): Promise<FileResponse> {
  const filter = auditFilterOf(call.query);
  recordAudit(call, { action: 'audit.exported', target: null, detail: {} });
  return {
    name: `audit-log-${dayOf(new Date())}.csv`,
    pieces: async function* (read) {
      yield byteOrderMark +
        csvRow(['time', 'action', 'actor', 'actorId', 'target', 'detail', 'correlationId']);
      let after: PagePosition | null = null;
      for (let sent = 0; sent < maxAuditRows; sent += batchSize) {
        const position: PagePosition | null = after;
        const entries: AuditEntry[] = await read((tx) =>
          selectAuditEntries(tx, filter, position, batchSize),
        );
        if (entries.length > 0) yield entries.map(csvRowOf).join('');
        if (entries.length < batchSize) return;
        const { createdAt, id } = entries.at(-1)!;
        after = { at: createdAt, id };
      }
    },
  };
}

const csvRowOf = ({
  createdAt,
  action,
  actor,
  target,
  detail,
  correlationId,
}: AuditEntry): string =>
  csvRow([
    createdAt.toISOString(),
    action,
    actor.kind,
    actor.id ?? '',
    target ?? '',
    JSON.stringify(detail),
    correlationId ?? '',
  ]);
