import { Text } from '@mantine/core';
import { useWrite } from '../../api/endpoints.ts';
import { Confirm } from '../../components/confirm.tsx';
import { prospectCount } from '../../features/prospect/counts.ts';
import {
  endpointsByKind,
  type Kind,
  type ListOrTag,
  listAndTagEndpoints,
  paramsOf,
} from './list-or-tag.ts';
import { useNotifyRemoved } from './notify-removed.ts';

interface Props {
  kind: Kind;
  item: ListOrTag;
  onClose: () => void;
}

export function DeleteListOrTag({ kind, item: { id, name, count }, onClose }: Props) {
  const remove = useWrite(endpointsByKind[kind].remove, listAndTagEndpoints);
  const notify = useNotifyRemoved();
  return (
    <Confirm
      title={`Delete ${kind} “${name}”`}
      verb={`Delete ${kind}`}
      onConfirm={() => remove.mutateAsync({ params: paramsOf(kind, id) })}
      onDone={({ task, removed }) => {
        notify({
          task,
          title: `Delete ${kind} “${name}”`,
          message: `${kind === 'list' ? 'List' : 'Tag'} “${name}” deleted. ${describeKept(kind, removed)}`,
        });
        onClose();
      }}
      onClose={onClose}
    >
      <Text size="sm">
        This permanently deletes the {kind}. {describeKept(kind, count)}
      </Text>
    </Confirm>
  );
}

const describeKept = (kind: Kind, count: number): string =>
  count === 0
    ? 'It has no prospects.'
    : `The ${prospectCount({ count })} ${kind === 'list' ? 'on it' : 'with it'} ${count === 1 ? 'is' : 'are'} kept.`;
