import type { NewEvent } from '../events/emit.ts';
import type { Membership } from '../lists-and-tags/memberships.sql.ts';
import type { ProspectFields } from '../search/field-rules.ts';
import { updateEventPayload } from './change-rules.ts';
import type { FoundProspect } from './prospects.sql.ts';

/** Events for an edited or merged prospect; none if nothing changed. */
export function updateEvents(
  before: FoundProspect,
  after: ProspectFields,
  doNotContact: boolean,
): NewEvent[] {
  const about = { prospectId: before.id };
  const change = updateEventPayload(before, after, doNotContact);
  const newEvents: NewEvent[] = [];
  if (Object.keys(change.previous).length > 0)
    newEvents.push({ type: 'prospect.updated', ...about, ...change });
  if (doNotContact && !before.doNotContact)
    newEvents.push({ type: 'prospect.suppressed', ...about, data: about });
  return newEvents;
}

/** The kept prospect of a merge had no owner. */
export const ownerChangedEvent = (prospectId: string, ownerId: string | null): NewEvent => ({
  type: 'prospect.owner_changed',
  prospectId,
  data: { prospectId, ownerId },
  previous: { ownerId: null },
});

export function membershipAddedEvent(prospectId: string, { kind, id, name }: Membership): NewEvent {
  const [about, listTagOrCampaign] = [{ prospectId }, { id, name }];
  switch (kind) {
    case 'list':
      return { type: 'list.member_added', ...about, data: { ...about, list: listTagOrCampaign } };
    case 'tag':
      return { type: 'prospect.tagged', ...about, data: { ...about, tag: listTagOrCampaign } };
    case 'campaign':
      return {
        type: 'campaign.enrolled',
        ...about,
        data: { ...about, campaign: listTagOrCampaign },
      };
  }
}
