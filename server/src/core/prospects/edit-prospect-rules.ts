import type { Lead } from '@outcrop/contract';
import { readName } from '@outcrop/contract/identity';
import { type ProspectFields, toProspectFields } from '../search/field-rules.ts';
import type { FoundProspect, KeyHolder } from './prospects.sql.ts';

/** An edit: a value sets a field, null clears it, undefined leaves it. */
export type ProspectEdit = { [Field in keyof Lead]: string | null | undefined };

/** Applies an edit. The keys are not recomputed. */
export const applyEdit = <P extends ProspectFields>(prospect: P, edit: ProspectEdit): P => {
  const pick = <F extends keyof ProspectEdit & keyof ProspectFields>(field: F) =>
    edit[field] === undefined ? prospect[field] : edit[field];
  return {
    ...prospect,
    ...applyNameEdit(prospect, edit),
    title: pick('title'),
    companyName: pick('companyName'),
    linkedinUrl: pick('linkedinUrl'),
    website: pick('website'),
    email: pick('email'),
    phone: pick('phone'),
    locationName: pick('locationName'),
  };
};

/**
 * The three names are one value. A full name replaces the parts that are not sent with it. Sent parts
 * rebuild the full name; a part that is not sent keeps its displayed value.
 */
export function applyNameEdit(prospect: ProspectNames, edit: Partial<ProspectEdit>): ProspectNames {
  const stored = namesOf(prospect);
  const { fullName, firstName, lastName } = edit;
  const hasParts = firstName !== undefined || lastName !== undefined;
  if (fullName === undefined && !hasParts) return stored;
  const previous = readName(stored);
  const next =
    fullName || !hasParts
      ? { fullName: fullName ?? null, firstName: firstName ?? null, lastName: lastName ?? null }
      : {
          fullName: null,
          firstName: firstName === undefined ? previous.firstName : firstName,
          lastName: lastName === undefined ? previous.lastName : lastName,
        };
  return isSameName(stored, next) ? stored : next;
}

/** Whether two stored names display the same. */
export const isSameName = (a: ProspectNames, b: ProspectNames): boolean => {
  const [one, other] = [readName(a), readName(b)];
  return nameFields.every((name) => one[name] === other[name]);
};

/** The kept record with its blanks filled from the other. */
export const mergeFields = <P extends ProspectFields>(kept: P, other: ProspectFields): P => ({
  ...kept,
  ...(hasName(kept) ? {} : namesOf(other)),
  title: kept.title ?? other.title,
  companyName: kept.companyName ?? other.companyName,
  linkedinUrl: kept.linkedinUrl ?? other.linkedinUrl,
  website: kept.website ?? other.website,
  email: kept.email ?? other.email,
  phone: kept.phone ?? other.phone,
  locationName: kept.locationName ?? other.locationName,
});

/** Identifiers that the merge loses because the kept record has its own. */
export const droppedIdentifiers = (
  kept: ProspectFields,
  other: ProspectFields,
): ('email' | 'linkedinUrl')[] => [
  ...(other.emailKey === null || other.emailKey === kept.emailKey ? [] : ['email' as const]),
  ...(other.linkedinKey === null || other.linkedinKey === kept.linkedinKey
    ? []
    : ['linkedinUrl' as const]),
];

/** The fields that identity keys are computed from. */
export const identityFields = [
  'linkedinUrl',
  'email',
  'fullName',
  'firstName',
  'lastName',
  'companyName',
] as const;

/** Why an edit is rejected: it removes all identity, or duplicates another prospect's. */
export function editProblems(
  edit: ProspectEdit,
  after: ProspectFields,
  holders: KeyHolder[],
): { path: string[]; message: string }[] {
  const sentFields = identityFields.filter((field) => edit[field] !== undefined);
  const hasNoIdentity = !hasName(after) && after.linkedinUrl === null && after.email === null;
  return [
    ...(hasNoIdentity ? sentFields.filter((field) => field !== 'companyName') : []).map(
      (field) => ({
        path: [field],
        message: 'cannot be cleared: a prospect needs a name, a linkedinUrl or an email',
      }),
    ),
    ...holders.map(({ id, key }) => ({
      path: [key === 'name' ? sentFields[0]! : key === 'email' ? 'email' : 'linkedinUrl'],
      message:
        key === 'name'
          ? `would give this prospect the same name and company as prospect ${id}, with no email or LinkedIn profile to tell them apart; merge the two`
          : `is already used by prospect ${id}; merge the two or send another value`,
    })),
  ];
}

const nameFields = ['fullName', 'firstName', 'lastName'] as const;
export type ProspectNames = Pick<ProspectFields, (typeof nameFields)[number]>;

const namesOf = ({ fullName, firstName, lastName }: ProspectNames): ProspectNames => ({
  fullName,
  firstName,
  lastName,
});

export const hasName = (prospect: ProspectNames): boolean =>
  nameFields.some((name) => prospect[name] !== null);

type ReadableFields = ReturnType<typeof toProspectFields>;

/** The previous values of the fields that changed. */
export const previousValues = (
  before: ProspectFields,
  after: ProspectFields,
): Partial<ReadableFields> => {
  const read = toProspectFields(after);
  return Object.fromEntries(
    Object.entries(toProspectFields(before)).filter(
      ([field, previous]) => previous !== read[field as keyof ReadableFields],
    ),
  ) as Partial<ReadableFields>;
};

/** Payload of a `prospect.updated` event. */
export const updateEventPayload = (
  before: FoundProspect,
  after: ProspectFields,
  doNotContact: boolean,
) => ({
  data: {
    prospectId: before.id,
    prospect: {
      ...toProspectFields(after),
      stage: before.stage,
      doNotContact,
      sourceType: before.sourceType,
    },
  },
  previous: previousValues(before, after),
});

export const blankProspect = (id: string): ProspectFields => ({
  id,
  fullName: null,
  firstName: null,
  lastName: null,
  title: null,
  companyName: null,
  linkedinUrl: null,
  website: null,
  email: null,
  phone: null,
  locationName: null,
  linkedinKey: null,
  emailKey: null,
  nameKey: null,
});
