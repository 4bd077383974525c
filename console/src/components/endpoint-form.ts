import { OutcropError } from '@outcrop/client';
import type { ManageData, ManageEndpointId } from '@outcrop/contract';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { type EndpointRequest, useWrite } from '../api/endpoints.ts';
import { fieldErrorText } from './field-error-text.ts';

interface Options<Id extends ManageEndpointId, Values> {
  request: (values: Values) => EndpointRequest<Id>;
  onDone: (data: ManageData<Id>, values: Values) => unknown;
  /** Endpoints to refetch afterwards. */
  refreshes?: ManageEndpointId[];
}

/**
 * A form that calls one endpoint. Field errors are shown at their fields, and the first invalid
 * field gets the focus; any other error is `failure`, for a FailureNote.
 */
export function useEndpointForm<Id extends ManageEndpointId, Values extends object>(
  id: Id,
  initial: Values,
  { request, onDone, refreshes = [] }: Options<Id, Values>,
) {
  const [values, setValues] = useState(initial);
  const write = useWrite(id, refreshes);
  const form = useRef<HTMLFormElement>(null);
  const fieldErrors = write.error instanceof OutcropError ? write.error.fieldErrors : {};
  const hasFieldError = Object.keys(fieldErrors).some((name) => name in values);

  useEffect(() => {
    if (write.error) form.current?.querySelector<HTMLElement>(invalidFieldSelector)?.focus();
  }, [write.error]);

  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    setValues((previous) => ({ ...previous, [name]: value }));

  return {
    values,
    set,
    busy: write.isPending,
    failure: hasFieldError ? null : write.error,
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
        // Keys submit a form even while its button is disabled.
        if (write.isPending) return;
        write.mutate(request(values), { onSuccess: (data) => void onDone(data, values) });
      },
    },
    /** Spread into a text field. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name] as string,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
        set(name, event.currentTarget.value as Values[Name]),
      error: fieldErrors[name]?.map((message) => fieldErrorText(id, name, message)).join(' '),
      // Set explicitly: PasswordInput marks only its wrapper as invalid.
      ...(fieldErrors[name] && { 'aria-invalid': true }),
    }),
  };
}

export type EndpointForm<Values extends object> = ReturnType<
  typeof useEndpointForm<ManageEndpointId, Values>
>;

const invalidFieldSelector = ['input', 'textarea', 'select']
  .map((element) => `${element}[aria-invalid="true"]`)
  .join();
