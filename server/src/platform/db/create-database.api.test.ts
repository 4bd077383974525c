import { expect, inject, onTestFinished, test } from 'vitest';
import { connectClient } from '../../../test/engine/connection.ts';
import { readConfig } from '../../config.ts';
import { createDatabase } from './create-database.ts';

const { DATABASE_ADMIN_URL } = readConfig();

test('an administrator who is not a superuser creates the roles and the database, twice', async () => {
  const superuser = await connectClient(DATABASE_ADMIN_URL);
  const name = `${inject('run')}_managed`;
  const [admin, owner, app, signIn] = ['admin', 'owner', 'app', 'sign_in'].map(
    (role) => `${name}_${role}`,
  ) as [string, string, string, string];
  await superuser.query(`create role ${admin} login createdb createrole password 'managed'`);
  onTestFinished(async () => {
    await superuser.query(`drop database if exists ${name} with (force)`);
    await superuser.query(`drop role if exists ${[owner, app, signIn, admin].join(', ')}`);
  });
  const urlOf = (username: string, database: string) =>
    Object.assign(new URL(DATABASE_ADMIN_URL), {
      username,
      password: 'managed',
      pathname: `/${database}`,
    }).href;
  const create = () =>
    createDatabase(
      urlOf(admin, 'postgres'),
      urlOf(owner, name),
      urlOf(app, name),
      urlOf(signIn, name),
    );

  await create();
  await create();

  const ownerClient = await connectClient(urlOf(owner, name));
  await ownerClient.query('create schema own');
  const appClient = await connectClient(urlOf(app, name));
  await expect(appClient.query('create schema own_too')).rejects.toThrow('permission denied');
  const { rows: members } = await superuser.query(
    `select from pg_auth_members where member = '${admin}'::regrole`,
  );
  expect(members).toEqual([]);
});
