import { ours, type Requirement } from './requirement.ts';

/** What becomes of queued enrichment. */
export const enrichment: Requirement[] = ours({
  'research.own-site':
    'Research reads a few pages of the company’s own site, as its robots.txt allows, and no other.',
  'research.sources': 'What research found says which of the pages read it stands on.',
  'research.blank-only':
    'Only blank fields are filled, with what a page says, and the record tells which page.',
  'research.hostile':
    'Text that speaks to a language model is not handed to it; nothing of it is kept, and the credit comes back.',
  'research.output':
    'What a model writes is kept only without links, addresses, numbers, markup and placeholders.',
  'research.apart': 'A question about one workspace’s people holds nothing of another.',
  'models.asked-again': 'A model that is busy or away is asked again later, for the same credit.',
  'models.limits': 'A provider is asked so many questions at once, and left alone when it fails.',
  'models.fair': 'Many questions of one workspace do not keep another’s waiting.',
  'models.own':
    'A workspace can have a provider of its own, whose key is kept sealed and never told.',
  'models.cost': 'A job tells the tokens that it took and, once prices are set, what they cost.',
  'models.trial': 'An administrator can try the model, and is told what is wrong.',
  'credits.deadline': 'No reservation outlives its deadline.',
  'credits.deleted':
    'Deleting someone ends the work on them and gives its credits back in the same transaction.',
  'enrichment-jobs.progress': 'A job tells how many are queued, running, done and failed.',
  'enrichment-jobs.retry': 'What failed can be queued again, for new credits.',
  'enrichment-jobs.ledger': 'The ledger can be read, page by page.',
});
