import type { AuditAction, ManageBody, ManageData, Role } from '@outcrop/contract';
import { manageEndpoints } from '@outcrop/contract';
import { expect } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import type { TestWorkspace } from '../accounts.ts';
import type { ApiResponse } from '../send-request.ts';
import type { TestService } from '../service.ts';

type Mailbox = ManageData<'getMailbox'>['mailbox'];

let connected = 0;

const example = manageEndpoints.postMailboxes.examples[0].body as ManageBody<'postMailboxes'>;

/** A valid body, with another address and user on each call, because attempts at an account are limited. */
export const mailboxBody = (fields: object = {}) => {
  const user = `ines-${String(++connected).padStart(5, '0')}`;
  return {
    ...example,
    address: `${user}@saltmarsh.example`,
    smtp: { ...example.smtp, user },
    imap: { ...example.imap, user },
    ...fields,
  };
};

/** A user of a workspace, with methods for mailboxes. */
export async function mailboxesClient(
  service: TestService,
  workspace: TestWorkspace,
  role: Role = 'member',
) {
  const { token, userId } = await workspace.user(role);
  const send = (method: string, path: string, body?: object): Promise<ApiResponse> =>
    service.call(token, method, `/api/v1/manage${path}`, body ? { body } : {});
  const call = async (method: string, path: string, body?: object) => {
    const { data, error } = await send(method, path, body);
    expect(error).toBeUndefined();
    return data;
  };
  return {
    userId,
    token,
    send,
    call,
    connect: async (fields: object = {}): Promise<Mailbox> =>
      (await call('POST', '/mailboxes', mailboxBody(fields))).mailbox,
    change: async (id: string, body: object): Promise<Mailbox> =>
      (await call('PATCH', `/mailboxes/${id}`, body)).mailbox,
    list: async (): Promise<Mailbox[]> => (await call('GET', '/mailboxes')).mailboxes,
    /** As after a successful test. */
    makeOk: (id: string) =>
      service.owner.query(sql`
        update mailbox set status = 'ok', reason = null
        where workspace_id = ${workspace.id} and id = ${id}`),
    row: async (id: string): Promise<Record<string, unknown>> => {
      const [row] = await service.owner.query<Record<string, unknown>>(sql`
        select * from mailbox where workspace_id = ${workspace.id} and id = ${id}`);
      return row!;
    },
    audit: async (action: AuditAction) =>
      service.owner.query<{ target: string; detail: Record<string, unknown> }>(sql`
        select target, detail from audit_entry
        where workspace_id = ${workspace.id} and action = ${action} order by id`),
  };
}
