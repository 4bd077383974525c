import { expect, test } from 'vitest';
import { testConsole } from './test-console.ts';
import { press } from './tokens.ts';

const ground = await testConsole();
const { service } = ground;

test('an Admin renames the workspace and all members see the new name [console.general]', async () => {
  const workspace = await service.workspace();
  const { page, open, complaints } = await ground.member(workspace, 'admin');
  const viewer = await ground.member(workspace, 'viewer');
  await open('~/settings/general');
  const name = page.getByLabel('Name', { exact: true });
  await expect.poll(() => name.inputValue()).toBe(workspace.name);
  await name.fill('  ');
  await press(page, 'Rename');
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/422/)]);

  await name.fill('Fernhill Optics');
  await press(page, 'Rename');
  await page.getByText('Workspace renamed to Fernhill Optics.').waitFor();
  await page.getByRole('button', { name: 'Workspace Fernhill Optics' }).waitFor();
  await viewer.open('~/settings/general');
  await viewer.page.getByRole('button', { name: 'Workspace Fernhill Optics' }).waitFor();
});

test.each(['viewer', 'member'] as const)(
  'a %s sees the name and ID, and that renaming requires an Admin [console.general console.roles]',
  async (role) => {
    const workspace = await service.workspace();
    const { page, open } = await ground.member(workspace, role);
    await open('~/settings/general');
    await page.getByText(workspace.id).waitFor();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).isEditable()).toBe(false);
    const rename = page.getByRole('button', { name: 'Rename' });
    await rename.focus();
    await page.getByRole('tooltip', { name: 'Requires the Admin role or higher' }).waitFor();
  },
);

test('the workspace ID can be copied [console.general]', async () => {
  const workspace = await service.workspace();
  const { page, open } = await ground.member(workspace, 'viewer', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await open('~/settings/general');
  await press(page, 'Copy workspace ID');
  await page.getByRole('button', { name: 'Copied workspace ID' }).waitFor();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(workspace.id);
});
