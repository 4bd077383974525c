import { OutcropError } from '@outcrop/client';
import type { ManageBody, Prospect } from '@outcrop/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { endpointQuery, useWrite } from '../../api/endpoints.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { announce } from '../../components/live-region.tsx';
import { fieldNames, type ProspectField } from '../prospect/fields.ts';
import { notifyWithUndo } from '../tasks/notify-with-undo.tsx';
import { prospectEndpoints } from './change.ts';
import { fieldsChangedWith, isSameValue } from './edits.ts';

/** The latest versions that this browser has saved, which lists and the drawer may not show yet. */
const savedVersions = new Map<string, Prospect>();
/** Saves wait for each other, so that a user's own edits never conflict. */
let lastSave: Promise<unknown> = Promise.resolve();

const latestOf = (shown: Prospect): Prospect => {
  const own = savedVersions.get(shown.id);
  return own && Date.parse(own.updatedAt) > Date.parse(shown.updatedAt) ? own : shown;
};

/** Edits one field. A change of that field by someone else is only overwritten on request. */
export function useFieldEdit(prospect: Prospect, field: ProspectField, onSaved: () => void) {
  const [before] = useState(() => latestOf(prospect));
  const [value, setValue] = useState(before[field] ?? '');
  const [error, setError] = useState<unknown>(null);
  /** The version with the other change. */
  const [conflict, setConflict] = useState<Prospect | null>(null);
  const [busy, setBusy] = useState(false);
  const shown = useRef(prospect);
  shown.current = prospect;
  const typed = useRef(value);
  typed.current = value.trim();
  /** The last attempt and its result. */
  const tried = useRef<{ value: string; result: Promise<boolean> } | null>(null);
  const patch = usePatch(prospect.id);

  const save = async (overwritten: Prospect | null): Promise<boolean> => {
    setBusy(true);
    setError(null);
    setConflict(null);
    try {
      const replaced = overwritten ?? before;
      await saveOn(() => overwritten ?? latestIfSame(field, before, shown.current), replaced);
      onSaved();
      return true;
    } catch (failure) {
      if (failure instanceof FieldConflict) setConflict(failure.current);
      else setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  };
  /** Undo restores the value of `replaced`. */
  const saveOn = async (base: () => Prospect, replaced: Prospect): Promise<void> => {
    try {
      const after = await patch.write({ [field]: typed.current || null }, base);
      announce('Saved');
      notifyWithUndo({
        title: `${fieldNames[field]} changed`,
        undo: () =>
          patch.write(fieldsChangedWith(field, replaced), () => latestIfSame(field, after, after)),
      });
    } catch (failure) {
      if (!isStale(failure)) throw failure;
      const current = await patch.read();
      if (!isSameValue(field, base(), current)) throw new FieldConflict(current);
      // Someone else has changed other fields only.
      await saveOn(() => current, replaced);
    }
  };
  const isChanged = () => typed.current !== (before[field] ?? '');
  return {
    before,
    value,
    setValue,
    error,
    conflict,
    busy,
    /** Saves a changed value. A value that was rejected is sent again only with `again`. */
    save: (again: boolean, overwritten: Prospect | null = null): void => {
      if (!isChanged()) onSaved();
      else if (again || tried.current?.value !== typed.current)
        tried.current = { value: typed.current, result: save(overwritten) };
    },
    isUnsaved: (): boolean | Promise<boolean> =>
      isChanged() &&
      (tried.current?.value === typed.current
        ? tried.current.result.then((isSaved) => !isSaved)
        : true),
  };
}

class FieldConflict extends Error {
  readonly current: Prospect;
  constructor(current: Prospect) {
    super('someone else has changed the field');
    this.current = current;
  }
}

const isStale = (error: unknown): boolean =>
  error instanceof OutcropError && 'ifUpdatedAt' in error.fieldErrors;

/** The version to save on: the latest, unless the field has changed since `before`. */
const latestIfSame = (field: ProspectField, before: Prospect, shown: Prospect): Prospect => {
  const latest = latestOf(shown);
  return isSameValue(field, before, latest) ? latest : before;
};

function usePatch(prospectId: string) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const { mutateAsync } = useWrite('patchProspect', prospectEndpoints);
  const params = { prospectId };
  /** Calls `base` when it is this save's turn. */
  const write = (fields: ManageBody<'patchProspect'>, base: () => Prospect): Promise<Prospect> => {
    const result = lastSave.then(async () => {
      const body = { ...fields, ifUpdatedAt: base().updatedAt };
      const { prospect } = await mutateAsync({ params, body });
      savedVersions.set(prospect.id, prospect);
      return prospect;
    });
    lastSave = result.catch(() => {});
    return result;
  };
  const read = async (): Promise<Prospect> => {
    const request = { ...endpointQuery(workspaceId, 'getProspect', { params }), staleTime: 0 };
    return (await queryClient.fetchQuery(request)).prospect;
  };
  return { write, read };
}
