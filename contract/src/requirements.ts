import { access } from './requirements/access.ts';
import { console } from './requirements/console.ts';
import { csv } from './requirements/csv.ts';
import { deciding } from './requirements/deciding.ts';
import { editing } from './requirements/editing.ts';
import { enrichment } from './requirements/enrichment.ts';
import { events } from './requirements/events.ts';
import { identity } from './requirements/identity.ts';
import { jobs } from './requirements/jobs.ts';
import { leads } from './requirements/leads.ts';
import { mailboxConnections } from './requirements/mailbox-connections.ts';
import { mailboxes } from './requirements/mailboxes.ts';
import { monitoring } from './requirements/monitoring.ts';
import { organizing } from './requirements/organizing.ts';
import { outreach } from './requirements/outreach.ts';
import { prospects } from './requirements/prospects.ts';
import { receivingEffects } from './requirements/receiving-effects.ts';
import { requestLog } from './requirements/request-log.ts';
import { requests } from './requirements/requests.ts';
import type { Requirement } from './requirements/requirement.ts';
import { responses } from './requirements/responses.ts';
import { sendingOnce } from './requirements/sending-once.ts';
import { sendingPace } from './requirements/sending-pace.ts';
import { sequences } from './requirements/sequences.ts';
import { signIn } from './requirements/sign-in.ts';
import { tasks } from './requirements/tasks.ts';
import { unsubscribing } from './requirements/unsubscribing.ts';
import { usage } from './requirements/usage.ts';
import { watching } from './requirements/watching.ts';
import { working } from './requirements/working.ts';

/** All requirements. Tests name the ids they cover: `test('… [leads.max-100]')`. */
export const requirements: readonly Requirement[] = [
  ...responses,
  ...access,
  ...signIn,
  ...requests,
  ...requestLog,
  ...identity,
  ...leads,
  ...prospects,
  ...editing,
  ...working,
  ...outreach,
  ...deciding,
  ...receivingEffects,
  ...mailboxConnections,
  ...mailboxes,
  ...sendingOnce,
  ...watching,
  ...sequences,
  ...organizing,
  ...unsubscribing,
  ...usage,
  ...enrichment,
  ...events,
  ...tasks,
  ...csv,
  ...sendingPace,
  ...jobs,
  ...monitoring,
  ...console,
];

/**
 * Requirements without an implementation: areas, which end in a dot, and single ids. The run
 * fails if a test covers one of these.
 */
export const pending: readonly string[] = [
  'events.replies-and-stages',
  'prospects.auto-reply',
  'prospects.only-forward',
  'prospects.reply',
  'roles.owner',
  'versions.sunset',
];

export const areaOf = (id: string): string => id.slice(0, id.indexOf('.') + 1);

export const isPending = (id: string): boolean =>
  pending.includes(id) || pending.includes(areaOf(id));
