import { useEffect, useState } from 'react';
import { changeSaves, removeSaves } from '../outbox/outbox.ts';
import type { OutboxPause } from '../outbox/outbox-rules.ts';
import { canFix, isIncomplete, refusedLeads, repeatSave, type Save } from '../outbox/save.ts';
import type { Connection } from '../store/connection.ts';
import { Button, Notice } from './controls.tsx';
import {
  formOfLead,
  type LeadField,
  type LeadForm,
  leadFields,
  leadOf,
  nameOf,
  problemText,
} from './lead-form.ts';
import { PersonFields } from './person-fields.tsx';

const sendNow = () => void chrome.runtime.sendMessage('deliver-now');

/** The line at the bottom while something waits. */
export function OutboxLine({
  saves,
  pause,
  onOpen,
}: {
  saves: Save[];
  pause: OutboxPause | null;
  onOpen: () => void;
}) {
  const waiting = saves.filter(({ status }) => status === 'waiting').length;
  const stopped = saves.filter(({ status }) => status === 'stopped').length;
  const parts = [
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(stopped > 0 ? [`${stopped} to fix`] : []),
  ];
  return (
    <footer>
      <div className="row">
        <span className="grow">
          {parts.join(' · ')}
          {waiting > 0 && pause?.until && (
            <>
              {' · '}
              <Countdown until={pause.until} />
            </>
          )}
        </span>
        <Button kind="quiet" onClick={onOpen}>
          Show
        </Button>
      </div>
    </footer>
  );
}

function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  return <>next attempt in {seconds > 90 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`}</>;
}

/** Everything that was not sent completely, and what to do about it. */
export function OutboxView({
  saves,
  pause,
  connection,
  onFix,
  onShow,
}: {
  saves: Save[];
  pause: OutboxPause | null;
  connection: Connection;
  onFix: (save: Save) => void;
  onShow: (save: Save) => void;
}) {
  const open = saves.filter(({ status }) => status !== 'done');
  return (
    <section>
      <h1>Outbox</h1>
      <PauseNotice pause={pause} />
      {open.length === 0 && <p>Everything has been sent.</p>}
      <ul aria-label="Outbox">
        {open.map((save) => (
          <li key={save.id}>
            <strong>{titleOf(save)}</strong>
            {save.workspaceId !== connection.workspace.id && (
              <p className="error">For another workspace. Connect to it again, or discard this.</p>
            )}
            {save.problem && <p className="error">{problemText(save.problem)}</p>}
            {save.status === 'stopped' && isIncomplete(save) && (
              <p className="error">
                {save.prospectIds.length > 0 ? 'Saved in part.' : 'Not saved.'}
              </p>
            )}
            <div className="row">
              {canFix(save) && <Button onClick={() => onFix(save)}>Fix</Button>}
              {save.status === 'stopped' && <Button onClick={() => onShow(save)}>Details</Button>}
              <Button kind="quiet" onClick={() => void removeSaves([save.id])}>
                Discard
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {open.some(({ status }) => status === 'waiting') && pause?.reason !== 'unauthorized' && (
        <Button onClick={sendNow}>Send now</Button>
      )}
    </section>
  );
}

function PauseNotice({ pause }: { pause: OutboxPause | null }) {
  if (pause?.reason === 'rate_limited')
    return (
      <Notice tone="warn" title="Too many requests">
        <p>
          The server asked to wait: {pause.until && <Countdown until={pause.until} />}. Nothing is
          lost.
        </p>
      </Notice>
    );
  if (pause?.reason === 'unreachable')
    return (
      <Notice tone="warn" title="The server cannot be reached">
        <p>
          Your saves are stored: {pause.until && <Countdown until={pause.until} />}. You can close
          the browser.
        </p>
      </Notice>
    );
  return null;
}

const titleOf = ({ leads }: Save): string => {
  const [lead] = leads;
  const name = (lead && (nameOf(lead) || lead.email || lead.linkedinUrl)) ?? '';
  return leads.length > 1 ? `${name} and ${leads.length - 1} more` : name;
};

/** Corrects what the server refused. */
export function FixView({ save, onFixed }: { save: Save; onFixed: (save: Save) => void }) {
  const [forms, setForms] = useState(() => refusedLeads(save).map(formOfLead));
  const errors = forms.map((_, index) => errorsOf(save, index));
  const hasErrors = errors.map((each) => Object.keys(each).length > 0);
  const change = (position: number, form: LeadForm) =>
    setForms(forms.map((each, index) => (index === position ? form : each)));
  const submit = async () => {
    const saves = repeatSave(save, forms.map(leadOf));
    await changeSaves(saves);
    onFixed(saves[0]!);
    await chrome.runtime.sendMessage('deliver');
  };
  return (
    <section>
      <h1>Fix and save again</h1>
      {save.problem && !hasErrors.includes(true) && <p>{problemText(save.problem)}</p>}
      {forms.map((form, index) =>
        hasErrors[index] || forms.length === 1 || !save.problem ? (
          <PersonFields
            // biome-ignore lint/suspicious/noArrayIndexKey: the people of a save keep their order
            key={index}
            form={form}
            errors={errors[index]!}
            onChange={(changed) => change(index, changed)}
          />
        ) : null,
      )}
      <Button kind="main" onClick={() => void submit()}>
        Save again
      </Button>
    </section>
  );
}

/** Messages about this person. The server starts each with its position. */
function errorsOf({ problem }: Save, index: number): Partial<Record<LeadField, string>> {
  const start = `leads[${index}]: `;
  return Object.fromEntries(
    leadFields.flatMap((field) => {
      const message = problem?.fieldErrors[field]?.find((text) => text.startsWith(start));
      return message ? [[field, message.slice(start.length)]] : [];
    }),
  );
}
