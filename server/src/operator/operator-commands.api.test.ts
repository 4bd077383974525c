import { expect, test } from 'vitest';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';
import { operatorCommands } from './operator-commands.ts';

const service = await testService();
const { owner } = service;
const nowhere = '00000000-0000-4000-8000-000000000000';

const run = (command: string, options: object) => operatorCommands[command]!(owner, 'a', options);
const complaint = (command: string, options: object): Promise<string> =>
  run(command, options).then(
    () => 'no complaint',
    (error: Error) => error.message,
  );

const misfit = (...problems: string[]) =>
  ['Invalid options:', ...problems.map((problem) => `  ${problem}`)].join('\n');

test('missing, unknown and invalid options are all reported', async () => {
  const someone = { workspace: nowhere, user: nowhere };
  const cases: [string, object, string][] = [
    ['create-user', {}, misfit(...['workspace', 'name', 'email'].map((o) => `--${o} is missing`))],
    ['create-token', {}, misfit('--workspace is missing', '--user is missing')],
    ['create-workspace', {}, misfit('--name is missing')],
    ['create-workspace', { name: ' ' }, misfit('--name must not be empty')],
    [
      'create-workspace',
      { name: 'x'.repeat(201) },
      misfit('--name must have at most 200 characters'),
    ],
    ['revoke-all', { workspace: '7' }, misfit('--workspace must be a UUID')],
    [
      'set-plan',
      {},
      misfit(...['id', 'name', 'imports', 'credits'].map((o) => `--${o} is missing`)),
    ],
    [
      'set-plan',
      { id: 'A!', name: 'P', imports: '1.5', credits: '9999999999' },
      misfit(
        '--id must have 1 to 40 lower-case letters, digits or hyphens',
        '--imports must be a whole number of at most nine digits',
        '--credits must be a whole number of at most nine digits',
      ),
    ],
    [
      'set-plan',
      { id: 'p', name: 'P', imports: '', credits: '-1' },
      misfit(
        '--imports must be a whole number of at most nine digits',
        '--credits must be a whole number of at most nine digits',
      ),
    ],
    [
      'set-role',
      { ...someone, role: 'boss' },
      misfit('--role must be one of viewer, member, admin, owner'),
    ],
    [
      'create-user',
      { workspace: nowhere, name: 'Ada', email: 'ada', role: 'boss' },
      misfit(
        '--email must be a valid email address',
        '--role must be one of viewer, member, admin, owner',
      ),
    ],
    [
      'rotate',
      { ...someone, 'expires-days': '30' },
      misfit('--expires-days is not an option of this command'),
    ],
  ];
  for (const [command, options, expected] of cases)
    expect(await complaint(command, options)).toBe(expected);
});

test('missing records are reported with an explanation, and nothing is written', async () => {
  const { id: workspace } = await service.workspace();
  const lost = { workspace: nowhere, user: nowhere };
  const stranger = { workspace, user: nowhere };
  const ada = { name: 'Ada', email: 'nobody@outcrop.example' };
  const noWorkspace = 'There is no such workspace.';
  const noMember = 'This user is not a member of the workspace.';
  const noToken = 'There is no such token in this workspace, or it is already revoked.';
  const cases: [string, object, string][] = [
    ['create-workspace', { name: 'Quarry', plan: 'gold' }, 'There is no plan "gold".'],
    ['create-user', { workspace: nowhere, ...ada }, noWorkspace],
    ['create-token', lost, noWorkspace],
    ['rotate', lost, noWorkspace],
    ['remove-user', lost, noWorkspace],
    ['revoke-all', { workspace: nowhere }, noWorkspace],
    ['create-token', stranger, noMember],
    ['rotate', stranger, noMember],
    ['set-role', { ...stranger, role: 'admin' }, noMember],
    ['remove-user', stranger, noMember],
    ['revoke-token', { workspace, token: nowhere }, noToken],
  ];
  for (const [command, options, expected] of cases)
    expect([command, await complaint(command, options)]).toEqual([command, expected]);
  expect(await owner.query(sql`select from auth."user" where email = ${ada.email}`)).toEqual([]);
  expect(await owner.query(sql`select from workspace where plan_id = 'gold'`)).toEqual([]);
});
