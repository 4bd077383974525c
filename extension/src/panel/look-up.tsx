import type { Lead, ResponseData } from '@outcrop/contract';
import { stageName } from '@outcrop/contract/stages';
import { useEffect, useState } from 'react';
import { type Connection, clientOf } from '../store/connection.ts';
import { Notice } from './controls.tsx';
import { differences, fieldLabels, isSamePerson, lookUpQuery } from './lead-form.ts';

type Known = NonNullable<ResponseData<'getProspects'>['prospects']>[number];
export type LookUp =
  | { status: 'none' }
  | { status: 'asking'; query: string }
  | { status: 'failed'; query: string }
  | { status: 'new'; query: string }
  | { status: 'known'; query: string; prospect: Known };

/** Asks the server once whether the person is known. Nothing else of the page is sent. */
export function useLookUp(connection: Connection, lead: Lead | null, isOn: boolean): LookUp {
  const [lookUp, setLookUp] = useState<LookUp>({ status: 'none' });
  const query = lead && isOn ? lookUpQuery(lead) : null;
  const { origin, token } = connection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query stands for the lead
  useEffect(() => {
    if (query === null || lead === null) return setLookUp({ status: 'none' });
    let isCurrent = true;
    setLookUp({ status: 'asking', query });
    clientOf({ origin, token })
      .read('getProspects', { q: query, pageSize: '10' })
      .then(({ prospects = [] }) => prospects.find((known) => isSamePerson(lead, known)))
      .then(
        (prospect): LookUp =>
          prospect ? { status: 'known', query, prospect } : { status: 'new', query },
        (): LookUp => ({ status: 'failed', query }),
      )
      .then((result) => isCurrent && setLookUp(result))
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [query, origin, token]);
  return lookUp;
}

/** What the look-up found, and what it asked for. */
export function LookUpResult({
  lookUp,
  lead,
  connection,
  replaces,
  onReplaces,
}: {
  lookUp: LookUp;
  lead: Lead;
  connection: Connection;
  replaces: boolean;
  onReplaces: (replaces: boolean) => void;
}) {
  if (lookUp.status === 'none') return null;
  const asked = <p className="hint">Looked up: {lookUp.query}</p>;
  if (lookUp.status === 'asking') return <p className="hint">Looking up {lookUp.query}…</p>;
  if (lookUp.status === 'failed')
    return <p className="hint">Could not look up {lookUp.query}. You can still save.</p>;
  if (lookUp.status === 'new') return <p className="hint">New person. Looked up: {lookUp.query}</p>;
  const { prospect } = lookUp;
  if (!isSamePerson(lead, prospect))
    return <p className="hint">Changed since the look-up of {lookUp.query}.</p>;
  const { blank, different } = differences(lead, prospect);
  const names = (fields: typeof blank) => fields.map((field) => fieldLabels[field]).join(', ');
  return (
    <Notice tone={prospect.doNotContact ? 'warn' : 'ok'} title="Already in your workspace">
      <p>
        <a
          href={`${connection.origin}/w/${connection.workspace.id}/prospects?prospect=${prospect.id}`}
          target="_blank"
          rel="noreferrer"
        >
          {prospect.fullName ?? prospect.email ?? 'Open prospect'}
        </a>{' '}
        · {stageName[prospect.stage]}
        {prospect.lists.length > 0 && ` · ${prospect.lists.map(({ name }) => name).join(', ')}`}
      </p>
      {prospect.doNotContact && <p>Do not contact</p>}
      <p>{blank.length > 0 ? `Saving fills: ${names(blank)}.` : 'Nothing to fill in.'}</p>
      {different.length > 0 && (
        <label className="check">
          <input
            type="checkbox"
            checked={replaces}
            onChange={(event) => onReplaces(event.target.checked)}
          />
          <span>Also replace {names(different)}</span>
        </label>
      )}
      {asked}
    </Notice>
  );
}
