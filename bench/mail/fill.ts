import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { workspaceIdOf } from '../sizes.ts';

/** A cell with mail: the first workspace has a fifth of everything. */
export interface MailSize {
  name: string;
  database: string;
  enrollments: number;
  mailboxes: number;
  workspaces: number;
  campaigns: number;
  /** The share of the enrollments whose first email was sent. */
  followUps: number;
  /** A run sends its emails, so that each run fills it again. */
  isUsedUp?: boolean;
}

export const manyEnrollments: MailSize = {
  name: '5 million',
  database: 'mail_many',
  enrollments: 5_000_000,
  mailboxes: 10_000,
  workspaces: 100,
  campaigns: 5,
  followUps: 0.2,
};

export const fewEnrollments: MailSize = {
  name: '100 thousand',
  database: 'mail_few',
  enrollments: 100_000,
  mailboxes: 200,
  workspaces: 5,
  campaigns: 5,
  followUps: 0.2,
};

/** One campaign with an email for each prospect. */
export const oneCampaign = (enrollments: number): MailSize => ({
  name: 'one campaign with',
  database: 'mail_sending',
  enrollments: enrollments * 1.25,
  mailboxes: 1_000,
  workspaces: 1,
  campaigns: 1,
  followUps: 0,
  isUsedUp: true,
});

/**
 * Four of five enrollments are overdue, in random order. One of five is a follow-up: its first email
 * left three days ago. Mailboxes are open at all hours and have sent nothing today.
 */
export async function fillMail(
  adminUrl: string,
  size: MailSize,
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query('select 1 from bench_filled').catch(() => ({ rows: [] }));
  if (rows.length > 0 && !size.isUsedUp) return client.end();
  const started = Date.now();
  await client.query('set synchronous_commit = off');
  // Also what an interrupted fill has left.
  await client.query(
    'truncate workspace, prospect, campaign, mailbox, enrollment, outbound_message cascade',
  );
  const { workspaces, campaigns, followUps } = size;
  const share = (total: number, index: number) => {
    if (workspaces === 1) return total;
    return Math.round(index === 0 ? total / 5 : (total * 4) / 5 / (workspaces - 1));
  };
  for (let index = 0; index < workspaces; index++)
    await fillWorkspace(client, workspaceIdOf(index), {
      prospects: share(size.enrollments / campaigns, index),
      mailboxes: share(size.mailboxes, index),
      ...{ campaigns, followUps },
    });
  await client.query('vacuum (analyze)');
  await client.query('create table if not exists bench_filled as select 1');
  await client.end();
  say(`filled ${size.name} enrollments in ${Math.round((Date.now() - started) / 1_000)} s`);
}

async function fillWorkspace(
  client: pg.Client,
  workspace: string,
  share: { prospects: number; mailboxes: number; campaigns: number; followUps: number },
): Promise<void> {
  const { prospects, mailboxes, campaigns, followUps } = share;
  const run = (text: string) => client.query(text.replaceAll(':w', `'${workspace}'::uuid`));
  await run("insert into workspace (id, name, plan_id) values (:w, 'Bench', 'scale')");
  const owner = randomUUID();
  await run(
    `insert into auth."user" (id, name, email) values ('${owner}', 'Sam Sender', '${owner}@bench.example')`,
  );
  await run(`insert into member (workspace_id, user_id, role) values (:w, '${owner}', 'owner')`);
  await run(`
    insert into mailbox (workspace_id, id, owner_id, shared, address, name, status, reason, daily_limit,
      gap_from_seconds, gap_to_seconds, zone, windows, synced_at, send_at,
      auth, secret, smtp_host, smtp_port, smtp_user, imap_host, imap_port, imap_user)
    select :w, gen_random_uuid(), '${owner}'::uuid, true, 'sender' || n || '@sender.example', 'Sam Sender', 'ok', null,
      1000000, 0, 0, 'UTC', '[{"days":[1,2,3,4,5,6,7],"from":"00:00","to":"24:00"}]', now() + interval '1 year',
      null, 'password', null, '127.0.0.1', 1, 'sender', '127.0.0.1', 1, 'sender'
    from generate_series(1, ${mailboxes}) n`);
  await run(`
    insert into campaign (workspace_id, id, name, status)
    select :w, gen_random_uuid(), 'Campaign ' || n, 'running' from generate_series(1, ${campaigns}) n`);
  await run(`
    insert into campaign_step (workspace_id, campaign_id, position, kind, subject, body, wait_days)
    select :w, c.id, step.position, step.kind, step.subject, step.body, step.days
    from campaign c, (values
      (1, 'email'::campaign_step_kind, 'An idea for {{companyName|you}}', 'Hello {{firstName|there}}, a word about {{title|work}}.', null),
      (2, 'wait', null, null, 3),
      (3, 'email', null, 'Hello {{firstName|there}}, did you see my last email?', null)
    ) as step (position, kind, subject, body, days) where c.workspace_id = :w`);
  await run(`
    insert into campaign_mailbox (workspace_id, mailbox_id, campaign_id)
    select :w, m.id, c.id from mailbox m, campaign c where m.workspace_id = :w and c.workspace_id = :w`);
  await run(`
    insert into prospect (workspace_id, id, email, email_key, first_name, company_name, source_type,
      search_text, sort_name, company_key, last_activity_at)
    select :w, gen_random_uuid(), address, address, 'Ada', 'Company ' || n % 20000, 'manual', '', '', '', now()
    from generate_series(1, ${prospects}) n,
      lateral (select 'p' || n || '@company' || n % 20000 || '.example' as address) a`);
  // The rows are right by construction: checking each foreign key would take most of the time.
  await run('set session_replication_role = replica');
  await run(`
    insert into enrollment (workspace_id, campaign_id, prospect_id, due_at)
    select :w, c.id, p.id,
      now() + case when random() < 0.8 then -random() * interval '2 days' else (1 + random()) * interval '30 days' end
    from campaign c, prospect p where c.workspace_id = :w and p.workspace_id = :w order by p.id`);
  await run(`
    with mailboxes as (select array_agg(id) as ids from mailbox where workspace_id = :w),
    followed as (
      update enrollment e
      set mailbox_id = m.ids[1 + floor(random() * cardinality(m.ids))::int],
          last_sent_at = now() - interval '3 days', step_id = s.id
      from mailboxes m, campaign_step s
      where e.workspace_id = :w and s.workspace_id = :w and s.campaign_id = e.campaign_id and s.position = 3
        and random() < ${followUps}
      returning e.campaign_id, e.prospect_id, e.mailbox_id)
    insert into outbound_message (workspace_id, campaign_id, prospect_id, step_id, id, mailbox_id, status,
      is_first, message_id, claimed_at, settled_at)
    select :w, f.campaign_id, f.prospect_id, s.id, gen_random_uuid(), f.mailbox_id, 'accepted', true,
      '<' || gen_random_uuid() || '@sender.example>', now() - interval '3 days', now() - interval '3 days'
    from followed f
    join campaign_step s on s.workspace_id = :w and s.campaign_id = f.campaign_id and s.position = 1`);
  await run('reset session_replication_role');
}
