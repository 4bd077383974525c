import { Text } from '@mantine/core';
import type { FollowUp } from '@outcrop/contract';
import { useWrite } from '../../api/endpoints.ts';
import { Confirm } from '../../components/confirm.tsx';
import { followUpEndpoints } from './use-follow-up.ts';

interface Props {
  followUp: FollowUp;
  onGone: () => void;
  onClose: () => void;
}

export function DeleteFollowUp({ followUp: { id, title }, onGone, onClose }: Props) {
  const remove = useWrite('deleteFollowUp', followUpEndpoints);
  return (
    <Confirm
      title="Delete follow-up?"
      verb="Delete"
      onConfirm={() => remove.mutateAsync({ params: { followUpId: id } })}
      onDone={() => {
        onClose();
        onGone();
      }}
      onClose={onClose}
    >
      <Text>“{title}” is deleted for everyone in the workspace.</Text>
    </Confirm>
  );
}
