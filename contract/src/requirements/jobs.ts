import { ours, type Requirement } from './requirement.ts';

/** Background jobs, migrations and maintenance. */
export const jobs: Requirement[] = [
  ...ours({
    'jobs.with-the-change': 'A job is queued in the transaction that needs it, or not at all.',
    'jobs.fair':
      'A hundred thousand jobs of one workspace do not delay those of another by more than five seconds.',
    'jobs.shared':
      'Any number of workers share the jobs, and each job runs on one worker at a time.',
    'jobs.retried': 'A failed job is retried, and each failure is one log line.',
    'jobs.poison': 'A job that always fails stops after its attempts and becomes a dead letter.',
    'jobs.unusable': 'A job with an invalid payload becomes a dead letter immediately.',
    'jobs.redrive': 'An operator can list dead letters with their reasons and requeue them.',
    'jobs.time-limit': 'An attempt that exceeds its time limit fails.',
    'jobs.taken-over': 'If a worker is killed or hangs, another takes over its job within seconds.',
    'jobs.not-by-the-first': 'A worker that lost a job cannot finish it or write on its behalf.',
    'jobs.stop': 'A worker that is stopped finishes its running jobs or returns them to the queue.',
    'jobs.recovers': 'After a PostgreSQL outage, a worker continues by itself.',
    'jobs.privileges': 'Workers run without the right to create, drop or change a queue.',
    'jobs.long': 'A long-running job frees its slot for another job, up to a limit.',
    'jobs.together':
      'A job can process other waiting jobs of its workspace in the same run, each once.',
    'partitions.online':
      'Partitions are created and dropped during a backup or a long read, and no write fails or waits.',
    'migrations.online':
      'A migration waits for a locked table one second at a time, each file commits separately, and a rerun continues.',
    'upgrades.no-failed-request':
      'API processes behind a proxy are replaced one after the other, and no request fails.',
    'doctor.finds':
      'The doctor reports every fault of an installation at once, with its remedy, never hangs, and prints no secret.',
    'backup.restore':
      'A dump restored into an empty PostgreSQL with the documented commands works without data loss.',
    'maintenance.steps':
      'A maintenance step that fails or is blocked does not stop other steps, and is reported.',
    'jobs.chores': 'Once an hour, one worker creates upcoming partitions and drops expired ones.',
  }),
];
