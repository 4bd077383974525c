import { expect, test } from 'vitest';
import { ids, problems, someId } from '../test/problems.ts';
import { postCampaigns } from './campaigns.ts';

const { body } = postCampaigns;

test('an enrollment needs a campaign and prospects', () => {
  expect(problems(body, {})).toEqual(['campaignId', 'prospectIds']);
});

test('an enrollment takes 1 to 100 prospects', () => {
  const enroll = (prospectIds: string[]) => problems(body, { campaignId: someId, prospectIds });
  expect(enroll([])).toEqual(['prospectIds']);
  expect(enroll(ids(1))).toEqual([]);
  expect(enroll(ids(100))).toEqual([]);
  expect(enroll(ids(101))).toEqual(['prospectIds']);
});

test('an enrollment reports a malformed id with its index', () => {
  const request = { campaignId: 7, prospectIds: [someId, 'x', null], ignoreMissing: 'yes' };
  expect(problems(body, request)).toEqual([
    'campaignId',
    'prospectIds.1',
    'prospectIds.2',
    'ignoreMissing',
  ]);
});
