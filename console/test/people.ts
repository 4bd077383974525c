import type { Lead } from '@outcrop/contract';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestWorkspace } from '../../server/test/accounts.ts';
import type { TestService } from '../../server/test/service.ts';

/** Adds people as a program would, and tells their ids. */
export async function addPeople(
  service: TestService,
  workspace: TestWorkspace,
  leads: Lead[],
  listName?: string,
): Promise<string[]> {
  const token = await workspace.token('member');
  const ids: string[] = [];
  for (let from = 0; from < leads.length; from += 100) {
    const body = { leads: leads.slice(from, from + 100), ...(listName && { listName }) };
    const { status, data } = await service.call(token, 'POST', '/leads', { body });
    expect(status).toBe(200);
    ids.push(...data.prospectIds);
  }
  return ids;
}

export const crowd = (count: number, companyName: string): Lead[] =>
  Array.from({ length: count }, (_, place) => ({
    fullName: `Person ${place} ${companyName}`,
    email: `person${place}@${companyName.toLowerCase()}.example`,
    companyName,
  }));

export const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

/** Waits until the page has counted so many. */
export const counted = (page: Page, words: string) =>
  page.locator('header').getByText(words, { exact: true }).waitFor();

/** What the bar at the foot of the page says about who is selected. */
export const selected = (page: Page, who: string) =>
  page
    .getByRole('region', { name: 'Those selected' })
    .getByText(`${who} selected`, { exact: true });
