import { randomUUIDv7 } from 'node:crypto';
import { stages } from '@outcrop/contract';
import { type Database, sql } from '../../src/platform/db/index.ts';
import type { TestWorkspace } from '../accounts.ts';
import { seededRandom } from '../faults/seeded-random.ts';
import type { TestService } from '../service.ts';
import { idAt } from './id-at.ts';
import { positionOf } from './position-of.ts';
import { recountBoards } from './recount-boards.ts';

/** A prospect and its expected search values. */
export interface SampleProspect {
  id: string;
  fullName?: string;
  firstName?: string;
  lastName?: string;
  title?: string;
  companyName?: string;
  email?: string;
  website?: string;
  phone?: string;
  linkedinUrl?: string;
  slug?: string;
  locationName?: string;
  stage: string;
  enrichmentStatus: string;
  owner: string | null;
  createdAt: Date;
  updatedAt: Date;
  lastActivityAt: Date;
  lists: string[];
  tags: string[];
  campaigns: string[];
}

export interface SampleProspects {
  prospects: SampleProspect[];
  lists: string[];
  tags: string[];
  campaigns: string[];
  owners: string[];
}

export const sampleWords = {
  names: [
    'Ana',
    'José',
    'Zoë',
    'Łukasz',
    'Ольга',
    'Γιάννης',
    '李伟',
    '김민수',
    'Jean-Luc',
    "O'Brien",
  ],
  lastNames: ['Silva', 'Ångström', 'Достоевский', 'Weiß', 'López', '北京', 'de la Cruz'],
  titles: ['CEO', 'Head of Sales', 'C++ developer', '100% remote', 'snake_case', '営業部長'],
  companies: ['Saltmarsh Foods', 'Åland Ferries', '北京李伟科技', 'Back\\slash', 'A & B'],
  sites: ['saltmarsh.example', 'aland-ferries.example'],
  places: ['São Paulo', 'Zürich', 'Lagos', '서울', 'Αθήνα'],
};
export const enrichmentStatuses = ['none', 'queued', 'running', 'enriched', 'failed'];

/** The first day when prospects were created, and the number of such days. */
export const firstDay = Date.parse('2026-03-01T00:00:00.000Z');
export const numDays = 3;

/** Creates prospects through the API, and sets in the database what the API cannot set. */
export async function createSampleProspects(
  service: TestService,
  workspace: TestWorkspace,
  size: number,
  seed: number,
): Promise<SampleProspects> {
  const random = seededRandom(seed);
  const randomBelow = (limit: number) => Math.floor(random() * limit);
  const randomOf = <T>(from: readonly T[]): T => from[randomBelow(from.length)]!;
  const maybe = <T>(chance: number, value: () => T) => (random() < chance ? value() : undefined);
  const randomTime = (offset = 0) =>
    new Date(firstDay + randomBelow(40) * ((numDays * 86_400_000) / 40) + offset);
  const randomSubset = (from: string[]) => from.filter(() => random() < 0.3);

  const boards = await insertBoards(service.owner, workspace.id);
  const token = await workspace.token('member');
  const members = [await workspace.user('member'), await workspace.user('viewer')];
  const owners = members.map(({ userId }) => userId);
  const prospects: SampleProspect[] = [];
  for (let n = 0; n < size; n++) {
    const slug = maybe(0.4, () => `${randomOf(['ana', 'zoe', 'olga', '李伟'])}-${n}`);
    const member = maybe(0.15, () => `https://www.linkedin.com/sales/lead/ACwAAA${n}`);
    const linkedinUrl = slug === undefined ? member : `https://www.linkedin.com/in/${slug}`;
    const email = maybe(0.5, () => `${randomOf(['ann.li', 'x_y', 'bo+tag'])}${n}@mail.example`);
    const isNamed = random() < 0.8 || (!email && !linkedinUrl);
    const isFull = random() < 0.5;
    const person = {
      fullName:
        isNamed && isFull
          ? `${randomOf(sampleWords.names)} ${randomOf(sampleWords.lastNames)}`
          : undefined,
      firstName: isNamed && !isFull ? randomOf(sampleWords.names) : undefined,
      lastName: isNamed && !isFull ? maybe(0.7, () => randomOf(sampleWords.lastNames)) : undefined,
      title: maybe(0.6, () => randomOf(sampleWords.titles)),
      companyName: maybe(0.6, () => randomOf(sampleWords.companies)),
      email,
      linkedinUrl,
      slug,
      locationName: maybe(0.5, () => randomOf(sampleWords.places)),
      website: maybe(0.3, () => `https://www.${randomOf(sampleWords.sites)}/about`),
      phone: maybe(0.3, () => `+1415555${String(1000 + n)}`),
    };
    prospects.push({
      id: '',
      ...Object.fromEntries(Object.entries(person).filter(([, value]) => value !== undefined)),
      // A name and a company alone identify a person, so the company must be unique.
      ...(!email &&
        !linkedinUrl &&
        person.companyName && { companyName: `${person.companyName} ${n}` }),
      stage: randomOf(stages),
      enrichmentStatus: randomOf(enrichmentStatuses),
      owner: randomOf([...owners, null]),
      // Few distinct times, so that many are equal and the id decides the order.
      createdAt: randomTime(-(n % 2)),
      updatedAt: randomTime(),
      lastActivityAt: randomTime(),
      lists: randomSubset(boards.lists),
      tags: randomSubset(boards.tags),
      campaigns: randomSubset(boards.campaigns),
    });
  }
  for (let done = 0; done < size; done += 100) {
    const leads = prospects.slice(done, done + 100).map(leadOf);
    const { data } = await service.call(token, 'POST', '/leads', { body: { leads } });
    if (data?.inserted !== leads.length) throw new Error('a sample prospect already exists');
    for (const [n, id] of data.prospectIds.entries()) prospects[done + n]!.id = id;
  }
  await setInDatabase(service.owner, workspace.id, prospects);
  return { prospects, owners, ...boards };
}

const leadOf = ({
  fullName,
  firstName,
  lastName,
  title,
  companyName,
  email,
  linkedinUrl,
  locationName,
  website,
  phone,
}: SampleProspect) => ({
  fullName,
  firstName,
  lastName,
  title,
  companyName,
  email,
  linkedinUrl,
  locationName,
  website,
  phone,
});

async function insertBoards(owner: Database, workspaceId: string) {
  const ids = () => Array.from({ length: 3 }, () => randomUUIDv7());
  const boards = { lists: ids(), tags: ids(), campaigns: ids() };
  await owner.transaction(workspaceId, async (tx) => {
    await tx.run(sql`
      insert into list (workspace_id, id, name, name_key)
      select ${workspaceId}, id, 'List ' || id, 'list ' || id from unnest(${boards.lists}::uuid[]) as id`);
    await tx.run(sql`
      insert into tag (workspace_id, id, name, name_key)
      select ${workspaceId}, id, 'Tag ' || id, 'tag ' || id from unnest(${boards.tags}::uuid[]) as id`);
    await tx.run(sql`
      insert into campaign (workspace_id, id, name)
      select ${workspaceId}, id, 'Campaign ' || id from unnest(${boards.campaigns}::uuid[]) as id`);
  });
  return boards;
}

async function setInDatabase(owner: Database, workspaceId: string, prospects: SampleProspect[]) {
  const pairsOf = (boardsOf: (member: SampleProspect) => string[]) =>
    JSON.stringify(
      prospects.flatMap(({ id, ...rest }) =>
        boardsOf({ id, ...rest }).map((board) => ({ id, board })),
      ),
    );
  await owner.transaction(workspaceId, async (tx) => {
    const set = JSON.stringify(
      prospects.map(
        ({ id, stage, enrichmentStatus, owner, createdAt, updatedAt, lastActivityAt }) => ({
          id,
          stage,
          enrichmentStatus,
          owner,
          createdAt,
          updatedAt,
          lastActivityAt,
        }),
      ),
    );
    // The time of creation is part of the id, and nothing refers to the prospects yet.
    const moved = await tx.rows<{ id: string; newId: string }>(sql`
      with moved as materialized (
        select m.*, ${idAt(sql`m."createdAt"`)} as new_id
        from json_to_recordset(${set}) as m
          (id uuid, stage stage, "enrichmentStatus" enrichment_status, owner uuid, "createdAt" timestamptz(3),
           "updatedAt" timestamptz(3), "lastActivityAt" timestamptz(3))
      ), words as (
        update prospect_word w set prospect_id = m.new_id
        from moved m where w.workspace_id = ${workspaceId} and w.prospect_id = m.id
      ), changed as (
        update prospect p
        set id = m.new_id, stage = m.stage, stage_position = ${positionOf(sql`m.stage`)}, enrichment_status = m."enrichmentStatus",
            owner_id = m.owner, created_at = m."createdAt", updated_at = m."updatedAt", last_activity_at = m."lastActivityAt"
        from moved m where p.workspace_id = ${workspaceId} and p.id = m.id
      )
      select id, new_id as "newId" from moved`);
    const newIds = new Map(moved.map(({ id, newId }) => [id, newId]));
    for (const prospect of prospects) prospect.id = newIds.get(prospect.id)!;
    const memberships = (json: string) =>
      sql`json_to_recordset(${json}) as m (id uuid, board uuid)`;
    await tx.run(sql`
      insert into prospect_list (workspace_id, prospect_id, list_id)
      select ${workspaceId}, m.id, m.board from ${memberships(pairsOf(({ lists }) => lists))}`);
    await tx.run(sql`
      insert into prospect_tag (workspace_id, prospect_id, tag_id)
      select ${workspaceId}, m.id, m.board from ${memberships(pairsOf(({ tags }) => tags))}`);
    await tx.run(sql`
      insert into enrollment (workspace_id, prospect_id, campaign_id)
      select ${workspaceId}, m.id, m.board from ${memberships(pairsOf(({ campaigns }) => campaigns))}`);
    await recountBoards(tx);
  });
}
