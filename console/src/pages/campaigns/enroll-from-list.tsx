import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { formatNumber } from '../../components/format.ts';
import { EnrollForm } from '../../features/enrolling/enroll-form.tsx';
import type { Campaign } from './campaign-labels.ts';

interface Props {
  campaign: Campaign;
  onClose: () => void;
}

/** Enrolls a list of any size. */
export function EnrollFromList({ campaign, onClose }: Props) {
  const boards = useRead('getBoards');
  const [listId, setListId] = useState<string | null>(null);
  const target = useMemo(() => (listId ? { filter: { listId: [listId] } } : null), [listId]);
  return (
    <EnrollForm
      campaignId={campaign.id}
      target={target}
      title="Enroll from list"
      jobTitle={`Enroll in ${campaign.name}`}
      onClose={onClose}
    >
      <Select
        label="List"
        placeholder={boards.data?.lists.length === 0 ? 'No lists yet' : 'Choose a list'}
        data={(boards.data?.lists ?? []).map(({ id, name, count }) => ({
          value: id,
          label: `${name} (${formatNumber(count)})`,
        }))}
        value={listId}
        onChange={setListId}
        searchable
        limit={50}
        data-autofocus
      />
    </EnrollForm>
  );
}
