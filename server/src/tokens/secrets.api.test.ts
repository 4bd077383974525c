import { expect, test } from 'vitest';
import { connectClient, inRolledBackTransaction } from '../../test/engine/connection.ts';
import { testService } from '../../test/service.ts';
import { hashToken } from '../core/tokens/access-token.ts';

const service = await testService();
const owner = await connectClient(service.database.ownerUrl);

/** The tables with a row that contains this text, as text or as bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await owner.query(
      `select from ${name} t where t::text ilike any ($1) limit 1`,
      [[text, Buffer.from(text).toString('hex')].map((form) => `%${form.replaceAll('_', '\\_')}%`)],
    );
    if (rowCount) found.push(name);
  }
  return found;
}

test('the database stores only the hash and the last four characters of a token', async () => {
  const workspace = await service.workspace();
  const { token, tokenId } = await workspace.user('member');
  await service.call(token, 'GET', '/session');
  const { rows } = await owner.query('select hash, last_four from api_token where id = $1', [
    tokenId,
  ]);
  expect(rows).toEqual([{ hash: hashToken(token), last_four: token.slice(-4) }]);
  const [, , random] = token.split('_');
  expect(await tablesWith(token)).toEqual([]);
  expect(await tablesWith(random!)).toEqual([]);
});

test('the search finds a secret in any text or bytes column of the database', async () => {
  const { token, tokenId } = await (await service.workspace()).user('member');
  expect(await tablesWith(tokenId)).toEqual(['public.api_token']);
  await inRolledBackTransaction(owner, async () => {
    await owner.query('update api_token set name = $1 where id = $2', [`x ${token} x`, tokenId]);
    await owner.query('create table kept (bytes bytea)');
    await owner.query(`insert into kept values (convert_to($1, 'UTF8'))`, [token]);
    expect((await tablesWith(token)).toSorted()).toEqual(['public.api_token', 'public.kept']);
  });
});

test('neither responses nor logs contain a secret', async () => {
  const { token, tokenId } = await (await service.workspace()).user('member');
  const [, , random] = token.split('_');
  const responses = [
    await service.call(token, 'GET', '/session'),
    await service.call(token, 'GET', '/nowhere'),
    await service.call(token, 'GET', '/session', { query: { page: '1' } }),
    await service.call(`${token}x`, 'GET', '/session'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 404, 422, 401]);
  expect(JSON.stringify(responses)).not.toContain(random);
  const lines = JSON.stringify(service.log);
  expect(lines).toContain(tokenId);
  expect(lines).not.toContain(random);
});
