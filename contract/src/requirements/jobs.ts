import { ours, type Requirement } from './requirement.ts';

/** Work that is done later, and what becomes of it when something breaks. */
export const jobs: Requirement[] = [
  ...ours({
    'jobs.with-the-change': 'A job is queued in the transaction that needs it, or not at all.',
    'jobs.fair':
      "A hundred thousand jobs of one workspace do not hold up another's by more than five seconds.",
    'jobs.shared':
      'Any number of workers share the jobs, and each job belongs to one of them at a time.',
    'jobs.retried': 'A job that fails is tried again, and each failure leaves one log line.',
    'jobs.poison': 'A job that always fails stops after its attempts and is a dead letter.',
    'jobs.unusable': 'A payload that does not fit its job is a dead letter at once.',
    'jobs.redrive': 'An operator sees the dead letters with their reasons and can send them back.',
    'jobs.time-limit': 'An attempt that takes longer than its job allows has failed.',
    'jobs.taken-over': 'A job whose worker is killed or hangs is taken over within seconds.',
    'jobs.not-by-the-first': 'A worker that lost a job cannot finish it, or write on its behalf.',
    'jobs.stop':
      'A worker that is told to stop finishes what is under way, or hands it back unharmed.',
    'jobs.recovers': 'After PostgreSQL was away a worker goes on by itself.',
    'jobs.privileges': 'Workers run without the right to make, drop or change a queue.',
    'jobs.long': 'A job that takes long leaves its place to another, up to a limit.',
    'jobs.together': 'A job can take along what else waits in its workspace, and does it once.',
    'partitions.online':
      'Partitions are created and dropped beside a backup or a long read, and no write fails or waits for it.',
    'migrations.online':
      'A migration waits for a table in use for a second at a time, each file commits by itself, and repeating it goes on.',
    'backup.restore':
      'A dump restored into an empty PostgreSQL with the documented commands goes on where it was.',
    'maintenance.steps':
      'A step of maintenance that fails or is held up keeps no other step from running, and is reported.',
    'jobs.chores': 'Once an hour one worker makes the partitions ahead and drops what is too old.',
  }),
];
