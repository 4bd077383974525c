import { useState } from 'react';
import type { FoundPerson, PageKind, PageReading } from '../capture/person.ts';
import { addSave } from '../outbox/outbox.ts';
import { newSave, type SourceType } from '../outbox/save.ts';
import type { Connection } from '../store/connection.ts';
import { type Choices, changePreferences, type Preferences } from '../store/preferences.ts';
import { Button, Notice } from './controls.tsx';
import {
  canIdentify,
  emptyForm,
  formOf,
  isSamePerson,
  type LeadForm,
  leadOf,
  nameOf,
} from './lead-form.ts';
import { LookUpResult, useLookUp } from './look-up.tsx';
import { PersonFields } from './person-fields.tsx';
import { SaveChoicesFields } from './save-choices.tsx';

const sourceTypes: Record<PageKind, SourceType> = {
  page: 'extension',
  profile: 'extension_profile',
  search: 'extension_search',
  comments: 'extension_comments',
};

interface Props {
  reading: PageReading;
  connection: Connection;
  preferences: Preferences;
  onSaved: (id: string) => void;
}

/** What was found on the page, to be checked and saved. */
export function ReadResult(props: Props) {
  const { people } = props.reading;
  return people.length > 1 ? <SeveralPeople {...props} /> : <OnePerson {...props} />;
}

function OnePerson(props: Props) {
  const { reading, connection, preferences } = props;
  const [found = {}] = reading.people;
  const [form, setForm] = useState<LeadForm>(() =>
    reading.people.length > 0 ? formOf(found) : { ...emptyForm(), website: reading.url },
  );
  const [replaces, setReplaces] = useState(false);
  // The look-up is about what was found, not about each letter that is typed.
  const [foundLead] = useState(() => (reading.people.length > 0 ? leadOf(form) : null));
  const lookUp = useLookUp(connection, foundLead, preferences.lookUp);
  const lead = leadOf(form);
  // Stored values are replaced only for the person about whom the user was asked.
  const isKnown = lookUp.status === 'known' && isSamePerson(lead, lookUp.prospect);
  return (
    <section>
      <h1>{reading.people.length > 0 ? nameOf(lead) || 'New person' : 'No one found'}</h1>
      <PageLine reading={reading} />
      {reading.people.length === 0 && (
        <p>
          No person found on this page. Select a name or signature and click again, or type it here.
        </p>
      )}
      <LookUpResult
        lookUp={lookUp}
        lead={lead}
        connection={connection}
        replaces={replaces}
        onReplaces={setReplaces}
      />
      <PersonFields form={form} found={found} onChange={setForm} />
      <SaveForm
        {...props}
        leads={canIdentify(lead) ? [lead] : []}
        onMatch={replaces && isKnown ? 'overwrite' : 'fill'}
        missing="Enter a name, an email address or a LinkedIn profile."
      />
    </section>
  );
}

function SeveralPeople(props: Props) {
  const { people } = props.reading;
  const [chosen, setChosen] = useState<ReadonlySet<FoundPerson>>(new Set());
  const isAll = chosen.size === people.length;
  const toggle = (person: FoundPerson) =>
    setChosen((before) => new Set(before).symmetricDifference(new Set([person])));
  return (
    <section>
      <h1>{people.length} people</h1>
      <PageLine reading={props.reading} />
      <label className="check">
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => setChosen(new Set(isAll ? [] : people))}
        />
        <strong>Select all</strong>
      </label>
      <ul aria-label="People on this page">
        {people.map((person, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the people of a reading keep their order
          <li key={index}>
            <label className="check">
              <input type="checkbox" checked={chosen.has(person)} onChange={() => toggle(person)} />
              <span>
                {nameOf(leadOf(formOf(person))) || person.email?.value}
                <span className="hint block">
                  {[person.title, person.companyName, person.email]
                    .flatMap((each) => each?.value ?? [])
                    .join(' · ')}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <SaveForm
        {...props}
        leads={people
          .filter((person) => chosen.has(person))
          .map((person) => leadOf(formOf(person)))}
        onMatch="fill"
        missing="Select at least one person."
      />
    </section>
  );
}

const PageLine = ({ reading }: { reading: PageReading }) => (
  <p className="hint">Read from {URL.parse(reading.url)?.host || reading.url}</p>
);

function SaveForm({
  reading,
  connection,
  preferences,
  leads,
  onMatch,
  missing,
  onSaved,
}: Props & {
  leads: ReturnType<typeof leadOf>[];
  onMatch: 'overwrite' | 'fill';
  missing: string;
}) {
  const [isFull, setIsFull] = useState(false);
  const [choices, setChoices] = useState<Choices>(preferences);
  const isViewer = connection.user.role === 'viewer';
  const reason = isViewer
    ? 'Viewers cannot save. Ask an administrator for the role Member, then refresh in Settings.'
    : leads.length === 0
      ? missing
      : null;
  const save = async () => {
    const { listName, tags, campaignId, enrich } = choices;
    const campaign = connection.campaigns.find(({ id }) => id === campaignId) ?? null;
    await changePreferences({ listName, tags, campaignId, enrich });
    const created = newSave(
      connection.workspace.id,
      { leads, sourceType: sourceTypes[reading.kind], onMatch },
      { listName, tags, campaign, enrich },
    );
    if (!(await addSave(created))) return setIsFull(true);
    onSaved(created.id);
    await chrome.runtime.sendMessage('deliver');
  };
  return (
    <>
      <SaveChoicesFields connection={connection} choices={choices} onChange={setChoices} />
      {isUsedUp(connection) && (
        <Notice tone="warn" title="The monthly import quota is used up">
          <p>New people cannot be added before {dateOf(connection.quota.resetsAt)}.</p>
        </Notice>
      )}
      {isFull && (
        <Notice tone="danger" title="The outbox is full">
          <p>500 saves wait to be sent. Connect to the internet, or discard some.</p>
        </Notice>
      )}
      <Button
        kind="main"
        disabled={reason !== null}
        aria-describedby="save-reason"
        onClick={() => void save()}
      >
        {leads.length > 1 ? `Save ${leads.length} people` : 'Save'}
      </Button>
      <p id="save-reason" className="hint">
        {reason}
      </p>
    </>
  );
}

/** Until the next month begins. The server says later how many are left then. */
const isUsedUp = ({ quota }: Connection): boolean =>
  quota.remaining === 0 && Date.now() < Date.parse(quota.resetsAt);

const dateOf = (timestamp: string): string =>
  new Date(timestamp).toLocaleDateString('en-US', { month: 'long', day: 'numeric' });
