import type { Lead } from '@outcrop/contract';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestWorkspace } from '../../server/test/accounts.ts';
import type { TestService } from '../../server/test/service.ts';

/** Adds prospects through the API and returns their ids. */
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

export const manyLeads = (count: number, companyName: string): Lead[] =>
  Array.from({ length: count }, (_, index) => ({
    fullName: `Person ${index} ${companyName}`,
    email: `person${index}@${companyName.toLowerCase()}.example`,
    companyName,
  }));

export const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

/** Waits for the count in the page header. */
export const waitForCount = (page: Page, text: string) =>
  page.locator('header').getByText(text, { exact: true }).waitFor();

/** The text about the selection in the bulk bar. */
export const selectionText = (page: Page, who: string) =>
  page.getByRole('region', { name: 'Selection' }).getByText(`${who} selected`, { exact: true });
