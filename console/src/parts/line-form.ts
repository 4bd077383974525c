import { OutcropError } from '@outcrop/client';
import type { ManageData, ManageEndpointId } from '@outcrop/contract';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { type LineRequest, useWrite } from '../api/lines.ts';

interface Options<Id extends ManageEndpointId, Values> {
  /** What is sent, made from what was typed. */
  request: (values: Values) => LineRequest<Id>;
  onDone: (data: ManageData<Id>, values: Values) => unknown;
  /** Lines that are read again afterwards. */
  refreshes?: ManageEndpointId[];
}

/**
 * A form that writes one line. What the service says about a field stands at that field, and the
 * first such field gets the focus; everything else is `failure`, for a FailureNote.
 */
export function useLineForm<Id extends ManageEndpointId, Values extends object>(
  id: Id,
  initial: Values,
  { request, onDone, refreshes = [] }: Options<Id, Values>,
) {
  const [values, setValues] = useState(initial);
  const write = useWrite(id, refreshes);
  const form = useRef<HTMLFormElement>(null);
  const fieldErrors = write.error instanceof OutcropError ? write.error.fieldErrors : {};
  const known = Object.keys(fieldErrors).some((name) => name in values);

  useEffect(() => {
    if (write.error) form.current?.querySelector<HTMLElement>(wrongField)?.focus();
  }, [write.error]);

  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    setValues((before) => ({ ...before, [name]: value }));

  return {
    values,
    set,
    busy: write.isPending,
    failure: known ? null : write.error,
    reset: () => {
      setValues(initial);
      write.reset();
    },
    /** Spread into the form element. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        write.mutate(request(values), { onSuccess: (data) => void onDone(data, values) });
      },
    },
    /** Spread into a text field. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name] as string,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
        set(name, event.currentTarget.value as Values[Name]),
      error: fieldErrors[name]?.map(sentence).join(' '),
      // Said here too: a password's field would leave it to the box around it.
      ...(fieldErrors[name] && { 'aria-invalid': true }),
    }),
  };
}

const wrongField = ['input', 'textarea', 'select']
  .map((element) => `${element}[aria-invalid="true"]`)
  .join();

const sentence = (text: string): string => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
};
