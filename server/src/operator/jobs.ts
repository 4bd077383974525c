import { runJobsCommand } from './jobs-command.ts';

process.exitCode = await runJobsCommand(process.argv.slice(2), process.env, console);
