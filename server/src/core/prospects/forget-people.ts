import { z } from 'zod';
import type { ActorTransaction } from '../../platform/caller.ts';
import { type Sql, sql, type Tx } from '../../platform/db/index.ts';
import { defineJob } from '../../platform/queue/job.ts';
import type { JobContext } from '../../platform/queue/job-registry.ts';
import { sendJobs } from '../../platform/queue/send-jobs.ts';
import { lockUsage } from '../usage/quota.ts';
import { ForgottenPeople, type ForgottenPerson } from './forgotten-people-rules.ts';

const maxPeople = 5_000;

export const forgetPeople = defineJob({
  name: 'forget-people',
  payload: z.object({}),
  retry: { limit: 20, delaySeconds: 5, backoff: true },
  timeLimitSeconds: 3_600,
  concurrency: 1,
});

/** The people of one run of the job. */
export interface PeopleToForget {
  prospectIds: string[];
  people: ForgottenPeople;
  /** Newer copies were made by someone who has the person again. */
  deletedAt: Date;
}

/** Removes people from the copies of one noun. */
export type ForgetCopies = (context: JobContext, forgotten: PeopleToForget) => Promise<void>;

/**
 * Before prospects are deleted: keeps what identifies them until the job is done. The usage row must be
 * locked. The job takes all who wait, so another one is sent only if none waits.
 */
export function forgetDeletedPeople({ tx, actor }: ActorTransaction, ids: string[]): void {
  tx.defer(sql`
    insert into forgotten_person (workspace_id, prospect_id, email, linkedin_url, full_name, first_name,
                                  last_name, company_name)
    select workspace_id, id, email, linkedin_url, full_name, first_name, last_name, company_name
    from prospect where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);
  sendJobs(tx, forgetPeople, [{}], {
    correlationId: actor.correlationId,
    // Those who wait for an hour have lost their job.
    onlyIf: sql`not ${hasOthers(tx, ids, sql`now() - interval '1 hour'`)}`,
  });
}

const hasOthers = (tx: Tx, ids: string[], since: Sql): Sql => sql`exists (
  select from forgotten_person
  where workspace_id = ${tx.workspaceId} and prospect_id <> all(${ids}::uuid[])
    and deleted_at > ${since})`;

type ForgottenPersonRow = ForgottenPerson & { prospectId: string; deletedAt: Date };

export const runForgetPeople =
  (steps: readonly ForgetCopies[]) =>
  async (_payload: object, context: JobContext): Promise<void> => {
    const rows = await context.read((tx) =>
      tx.rows<ForgottenPersonRow>(sql`
        select prospect_id as "prospectId", email, linkedin_url as "linkedinUrl",
               full_name as "fullName", first_name as "firstName", last_name as "lastName",
               company_name as "companyName", deleted_at as "deletedAt"
        from forgotten_person where workspace_id = ${context.workspaceId}
        order by deleted_at, prospect_id limit ${maxPeople}`),
    );
    const prospectIds = rows.map(({ prospectId }) => prospectId);
    if (rows.length > 0) {
      const deletedAt = rows.at(-1)!.deletedAt;
      const forgotten = { prospectIds, people: new ForgottenPeople(rows), deletedAt };
      for (const forget of steps) await forget(context, forgotten);
    }
    await context.finish(async (tx) => {
      // A deletion decides under this lock whether a job waits.
      await lockUsage(tx);
      await tx.run(sql`
        delete from forgotten_person
        where workspace_id = ${tx.workspaceId} and prospect_id = any(${prospectIds}::uuid[])`);
      sendJobs(tx, forgetPeople, [{}], {
        correlationId: context.correlationId,
        onlyIf: hasOthers(tx, prospectIds, sql`'-infinity'`),
      });
    });
  };
