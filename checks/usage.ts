/** With --help, prints how a command is used and ends it. Called before the command does anything. */
export function printUsageOnHelp(usage: string): void {
  if (!process.argv.includes('--help')) return;
  console.log(usage);
  process.exit();
}
