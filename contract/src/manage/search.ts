import { z } from 'zod';
import { defineEndpoint, manageDefaults } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { id, idAndName, text } from '../fields.ts';
import { contactFields, prospectExample } from '../prospect.ts';

/** The most results of each kind. */
export const maxSuggestions = 8;

const { fullName, title, companyName, email, linkedinUrl } = contactFields;
const suggestedProspect = z
  .strictObject({ id: id(), fullName, title, companyName, email, linkedinUrl })
  .meta({ id: 'SuggestedProspect' });

const suggestedCampaign = idAndName
  .extend({ status: z.enum(['draft', 'running', 'paused']) })
  .meta({ id: 'SuggestedCampaign' });

const upTo = <Item extends z.ZodType>(item: Item) => z.array(item).max(maxSuggestions);

const example = prospectExample;

export const getSearch = defineEndpoint({
  ...manageDefaults,
  id: 'getSearch',
  method: 'GET',
  path: '/search',
  topic: 'People',
  summary: 'Search as you type',
  description:
    'Returns up to eight prospects, lists, tags and campaigns each, for a search that is still ' +
    'being typed. It checks a limited number of prospects and may miss some; GET /prospects ' +
    'returns all.',
  role: 'viewer',
  query: z.object({
    q: text(100).describe(
      'Search text. Every word must begin a word of the result. Case and accents are ignored. ' +
        'Prospects are found as by `q` of GET /prospects, all others by their name.',
    ),
  }),
  body: null,
  data: z.strictObject({
    prospects: upTo(suggestedProspect),
    lists: upTo(idAndName),
    tags: upTo(idAndName),
    campaigns: upTo(suggestedCampaign).describe(
      'From the newest 1,000 campaigns that are not archived.',
    ),
  }),
  examples: [
    {
      summary: 'The first letters of a name',
      query: { q: 'am' },
      data: {
        prospects: [
          {
            id: example.id,
            fullName: example.fullName,
            title: example.title,
            companyName: example.companyName,
            email: example.email,
            linkedinUrl: example.linkedinUrl,
          },
        ],
        lists: [],
        tags: [],
        campaigns: [{ id: exampleIds.campaign, name: 'Americas, spring', status: 'running' }],
      },
    },
  ],
});
