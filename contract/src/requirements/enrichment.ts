import { ours, type Requirement } from './requirement.ts';

/** Research, models, credits and enrichment jobs. */
export const enrichment: Requirement[] = ours({
  'research.own-site':
    'Research reads a few pages of the company’s own website, as its robots.txt allows, and no other site.',
  'research.sources': 'Each research fact names the page it comes from.',
  'research.blank-only':
    'Research fills only blank fields, with values found on a page, and records which page.',
  'research.linear':
    'Reading a page and checking page or model text takes time linear in its length, whatever it contains.',
  'research.unreadable':
    'Reading stops when a page takes too much time or memory; other work is not delayed, and after three attempts the enrichment fails with a reason.',
  'research.hostile':
    'A profile or page with a known prompt injection is not sent to the model, and the credit is refunded.',
  'research.output':
    'Model output is stored only if it contains no links, addresses, phone numbers, markup, placeholders or prompt text.',
  'research.apart': 'A prompt for one workspace contains no data of another.',
  'models.asked-again':
    'If a model is busy or unavailable, the request is retried later for the same credit.',
  'models.limits': 'Concurrent requests to a provider are limited and pause while it fails.',
  'models.fair': 'Many requests of one workspace do not block those of another.',
  'models.own':
    'A workspace can use its own provider; its API key is stored encrypted and never returned.',
  'models.cost': 'A job reports its token usage and, if prices are set, its cost.',
  'models.trial': 'An Admin can test the model and sees what is wrong.',
  'models.listed':
    'An Admin can list the models of a provider; a stored API key is sent only to the base URL it was entered for.',
  'credits.deadline': 'No reservation outlives its deadline.',
  'credits.deleted':
    'Deleting a prospect cancels its enrichment and refunds its credits in the same transaction.',
  'enrich.error':
    'A prospect shows why its last research or opening line failed, until the same mode succeeds.',
  'enrich.reasons': 'Every enrichment failure has a stable code and a message.',
  'enrich.follow':
    'GET /enrich/{jobId} returns counts by status and paginated results per prospect.',
  'enrich.instructions-ignored': 'enrich_only ignores useWorkspaceInstructions, with a warning.',
  'enrichment-jobs.attempts':
    'Enrichment that keeps failing ends after a few attempts, with a reason, and its credit is refunded.',
  'enrichment-jobs.progress':
    'A job reports how many prospects are queued, running, done and failed.',
  'enrichment-jobs.retry': 'Failed prospects can be queued again, for new credits.',
  'enrichment-jobs.ledger':
    'The credit ledger is paginated; each entry has the balance after it and its prospect and job.',
});
