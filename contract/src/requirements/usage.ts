import { ours, type Requirement, spec } from './requirement.ts';

/** What a plan allows in a month. */
export const usage: Requirement[] = [
  ...spec(2, {
    'quota.fields': 'The quota tells monthlyImports, the allowance, and remaining, what is left.',
  }),
  ...spec(8, {
    'quota.per-plan': 'The allowance of imports comes from the plan.',
  }),
  ...ours({
    'quota.plans':
      'The plans start with 250, 2,500, 25,000 and 250,000 imports: free, starter, growth, scale.',
    'quota.plans-are-data': 'An operator can change the figures of a plan.',
    'quota.utc-month': 'The allowance is that of the calendar month in UTC.',
    'quota.only-new': 'Only new people use the allowance.',
    'quota.never-negative': 'remaining is never negative.',
    'quota.low': 'quota.low is sent once a month, when a tenth is left.',
  }),

  ...spec(8, {
    'credits.one-each': 'Enriching takes one credit for each prospect.',
    'credits.refunded': 'A failed enrichment gives its credit back.',
  }),
  ...ours({
    'credits.plans': 'The plans start with 50, 500, 5,000 and 50,000 credits a month.',
    'credits.net': 'remaining is what is left after reservations.',
    'credits.expire': 'Unspent credits end with the month, reserved ones when they are released.',
    'credits.granted-once': 'A month of credits is granted when first needed, and once.',
    'credits.ledger': 'Every change of credits is an entry in a ledger that is only added to.',
    'credits.account': 'The account always agrees with its ledger.',
    'credits.never-negative': 'Neither the balance nor the reserved credits are ever negative.',
    'credits.too-few':
      'Too few credits are 403 insufficient_credits: nothing is queued, needed and left are told.',
    'credits.partial': 'allowPartial queues as many as the credits allow.',
  }),
];
