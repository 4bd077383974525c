import { ours, type Requirement, spec } from './requirement.ts';

/** Quotas and credits. */
export const usage: Requirement[] = [
  ...spec(2, {
    'quota.fields': 'The quota has monthlyImports, the allowance, and remaining.',
  }),
  ...spec(8, {
    'quota.per-plan': 'The import allowance comes from the plan.',
  }),
  ...ours({
    'quota.plans':
      'The default plans have 250, 2,500, 25,000 and 250,000 imports: free, starter, growth, scale.',
    'quota.plans-are-data': 'An operator can change the limits of a plan.',
    'quota.utc-month': 'The allowance is for the calendar month in UTC.',
    'quota.only-new': 'Only new prospects use the allowance.',
    'quota.never-negative': 'remaining is never negative.',
    'quota.low': 'quota.low is sent once a month, when a tenth is left.',
  }),

  ...spec(8, {
    'credits.one-each': 'Enrichment costs one credit per prospect.',
    'credits.refunded': 'A failed enrichment refunds its credit.',
  }),
  ...ours({
    'credits.plans': 'The default plans have 50, 500, 5,000 and 50,000 credits a month.',
    'credits.net': 'remaining excludes reserved credits.',
    'credits.expire':
      'Unspent credits expire with the month, reserved ones when they are released.',
    'credits.granted-once': 'The credits of a month are granted once, when first needed.',
    'credits.ledger': 'Every credit change is an entry in an append-only ledger.',
    'credits.account': 'The account always matches its ledger.',
    'credits.never-negative': 'Neither the balance nor the reserved credits are ever negative.',
    'credits.too-few':
      'Too few credits is 403 insufficient_credits: nothing is queued, and the message says how many are needed and left.',
    'credits.partial': 'allowPartial queues as many as the credits allow.',
  }),
];
