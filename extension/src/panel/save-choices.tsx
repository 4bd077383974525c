import { useId } from 'react';
import type { Connection } from '../store/connection.ts';
import type { Choices } from '../store/preferences.ts';

/** The list, tags, campaign and enrichment of a save. */
export function SaveChoicesFields({
  connection,
  choices,
  onChange,
}: {
  connection: Connection;
  choices: Choices;
  onChange: (choices: Choices) => void;
}) {
  const id = useId();
  const change = (changed: Partial<Choices>) => onChange({ ...choices, ...changed });
  const { remaining } = connection.credits;
  return (
    <fieldset>
      <legend className="visually-hidden">Save to</legend>
      <div className="field">
        <label htmlFor={`${id}-list`}>List</label>
        <input
          id={`${id}-list`}
          list={`${id}-lists`}
          autoComplete="off"
          maxLength={200}
          placeholder="No list"
          defaultValue={choices.listName}
          onChange={(event) => change({ listName: event.target.value.trim() })}
        />
        <datalist id={`${id}-lists`}>
          {connection.lists.map(({ id: listId, name }) => (
            <option key={listId} value={name} />
          ))}
        </datalist>
      </div>
      <div className="field">
        <label htmlFor={`${id}-tags`}>Tags</label>
        <input
          id={`${id}-tags`}
          autoComplete="off"
          placeholder="Separated by commas"
          defaultValue={choices.tags.join(', ')}
          onChange={(event) => change({ tags: tagsIn(event.target.value) })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-campaign`}>Campaign</label>
        <select
          id={`${id}-campaign`}
          value={choices.campaignId}
          onChange={(event) => change({ campaignId: event.target.value })}
        >
          <option value="">No campaign</option>
          {connection.campaigns.map(({ id: campaignId, name }) => (
            <option key={campaignId} value={campaignId}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={choices.enrich}
          onChange={(event) => change({ enrich: event.target.checked })}
        />
        <span>
          Enrich
          <span className="hint">
            {' '}
            · 1 credit per person, {remaining.toLocaleString('en-US')} left
          </span>
        </span>
      </label>
    </fieldset>
  );
}

const maxTags = 10;

const tagsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim().slice(0, 200))
      .filter(Boolean)
      .slice(0, maxTags),
  ),
];
