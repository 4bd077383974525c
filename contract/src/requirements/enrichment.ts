import { ours, type Requirement } from './requirement.ts';

/** What becomes of queued enrichment. */
export const enrichment: Requirement[] = ours({
  'research.own-site':
    'Research reads a few pages of the company’s own site, as its robots.txt allows, and no other.',
  'research.sources': 'What research found says which of the pages read it stands on.',
  'research.blank-only':
    'Only blank fields are filled, with what a page says, and the record tells which page.',
  'research.linear':
    'Reading a page, and checking what it or a model says, takes time in proportion to its length, whatever it holds.',
  'research.unreadable':
    'A page that takes too much time or memory is given up. It delays nobody else, and after three tries the work fails with a reason.',
  'research.hostile':
    'A profile or page with a known form of instruction to a language model is not sent to it, and the credit comes back.',
  'research.output':
    'Whatever a model was led to write, it is kept only without links, addresses, phone numbers, markup, placeholders and the question’s own text.',
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
  'enrich.error':
    'A prospect says why its enrichment failed, research or first line, until the same mode succeeds.',
  'enrich.reasons': 'Each way in which enrichment can fail has a stable name beside its sentence.',
  'enrich.follow':
    'GET /enrich/{jobId} has the counts by status and the outcome of each prospect, page by page.',
  'enrich.instructions-ignored':
    'useWorkspaceInstructions is ignored by enrich_only, with a warning.',
  'enrichment-jobs.attempts':
    'Work that fails again and again ends after a few attempts, with a reason, and its credit comes back.',
  'enrichment-jobs.progress': 'A job tells how many are queued, running, done and failed.',
  'enrichment-jobs.retry': 'What failed can be queued again, for new credits.',
  'enrichment-jobs.ledger':
    'The ledger can be read, page by page, each entry with the balance after it and the prospect and job it is about.',
});
