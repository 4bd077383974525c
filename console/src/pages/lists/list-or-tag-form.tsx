import { Anchor, Stack, TextInput } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import { announce } from '../../components/live-region.tsx';
import {
  endpointsByKind,
  type Kind,
  type ListOrTag,
  listAndTagEndpoints,
  paramsOf,
} from './list-or-tag.ts';

interface Props {
  kind: Kind;
  /** The list or tag to rename; omitted to create one. */
  item?: ListOrTag;
  /** Called with the list or tag that already has the name. */
  onMerge?: (intoId: string) => void;
  onClose: () => void;
}

/** Creates or renames a list or tag. */
export function ListOrTagForm({ kind, item, onMerge, onClose }: Props) {
  const { form, field, failure, busy } = useEndpointForm(
    item ? endpointsByKind[kind].rename : endpointsByKind[kind].create,
    { name: item?.name ?? '' },
    {
      request: ({ name }) => ({
        ...(item && { params: paramsOf(kind, item.id) }),
        body: { name: name.trim() },
      }),
      refreshes: listAndTagEndpoints,
      onDone: ({ board: { name } }) => {
        announce(
          item ? `Renamed to ${name}` : `${kind === 'list' ? 'List' : 'Tag'} ${name} created`,
        );
        onClose();
      },
    },
  );
  const { error, ...name } = field('name');
  return (
    <Dialog title={item ? `Rename ${kind} “${item.name}”` : `New ${kind}`} onClose={onClose}>
      <form {...form}>
        <Stack>
          <TextInput
            label="Name"
            autoComplete="off"
            maxLength={200}
            data-autofocus
            error={error && <NameError {...{ kind, error, onMerge }} />}
            {...name}
          />
          <FormFooter
            failure={failure}
            verb={item ? 'Rename' : `Create ${kind}`}
            busy={busy}
            disabled={name.value.trim() === ''}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

interface NameErrorProps {
  kind: Kind;
  error: string;
  onMerge: Props['onMerge'] | undefined;
}

/** If the name is taken, the error message has the id of the other list or tag, to merge with it. */
function NameError({ kind, error, onMerge }: NameErrorProps) {
  const [, taken, id] =
    error.match(/^Is already used by the \w+ "(.*)" \(([0-9a-f-]{36})\)\.$/) ?? [];
  if (taken === undefined || id === undefined) return error;
  return (
    <>
      {`A ${kind} named “${taken}” already exists. `}
      {onMerge ? (
        <Anchor component="button" type="button" inherit onClick={() => onMerge(id)}>
          Merge with it…
        </Anchor>
      ) : (
        'Choose another name.'
      )}
    </>
  );
}
