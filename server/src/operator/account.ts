import { runAccountCommand } from './account-command.ts';

process.exitCode = await runAccountCommand(process.argv.slice(2), process.env, console);
