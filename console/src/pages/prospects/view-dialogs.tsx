import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import type { View } from '@outcrop/contract';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { type EndpointForm, useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';

interface FormProps {
  title: string;
  verb: string;
  description?: string;
  form: Pick<EndpointForm<{ name: string }>, 'form' | 'field' | 'busy' | 'failure'>;
  onClose: () => void;
  children?: ReactNode;
}

/** A view's name, and what else is asked for. */
function ViewForm({ title, verb, description, form, onClose, children }: FormProps) {
  const name = form.field('name');
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...form.form}>
        <Stack>
          <TextInput
            label="Name"
            description={description}
            maxLength={100}
            data-autofocus
            {...name}
          />
          {children}
          <FormFooter
            failure={form.failure}
            verb={verb}
            busy={form.busy}
            disabled={name.value.trim() === ''}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

interface SaveProps extends Pick<View, 'query' | 'columns'> {
  onSaved: (view: View) => void;
  onClose: () => void;
}

export function SaveView({ query, columns, onSaved, onClose }: SaveProps) {
  const shareReason = useDisabledReason('member');
  const form = useEndpointForm(
    'postViews',
    { name: '', shared: false, pinned: true },
    {
      request: (body) => ({ body: { ...body, query, columns } }),
      refreshes: ['getViews'],
      onDone: ({ view }) => onSaved(view),
    },
  );
  return (
    <ViewForm
      title="Save view"
      verb="Save view"
      description="Keeps the filters, order and columns."
      form={form}
      onClose={onClose}
    >
      <Checkbox
        label="Pin to navigation"
        checked={form.values.pinned}
        onChange={(event) => form.set('pinned', event.currentTarget.checked)}
      />
      <Checkbox
        label="Share with workspace"
        {...(shareReason !== null && { description: shareReason, disabled: true })}
        checked={form.values.shared}
        onChange={(event) => form.set('shared', event.currentTarget.checked)}
      />
    </ViewForm>
  );
}

export function RenameView({ view, onClose }: { view: View; onClose: () => void }) {
  const form = useEndpointForm(
    'patchView',
    { name: view.name },
    {
      request: (body) => ({ params: { viewId: view.id }, body }),
      refreshes: ['getViews'],
      onDone: onClose,
    },
  );
  return <ViewForm title="Rename view" verb="Rename" form={form} onClose={onClose} />;
}

interface DeleteProps {
  view: View;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteView({ view, onDeleted, onClose }: DeleteProps) {
  const write = useWrite('deleteView', ['getViews']);
  return (
    <Confirm
      title={`Delete view “${view.name}”`}
      verb="Delete view"
      onConfirm={() => write.mutateAsync({ params: { viewId: view.id } })}
      onDone={onDeleted}
      onClose={onClose}
    >
      <Text>
        {view.shared ? 'It is deleted for everyone in the workspace. ' : ''}The prospects stay as
        they are.
      </Text>
    </Confirm>
  );
}
