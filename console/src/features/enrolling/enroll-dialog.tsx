import { Select } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { EnrollForm } from './enroll-form.tsx';
import type { EnrollTarget } from './use-enrolling.ts';

interface Props {
  title: string;
  /** The same object while the choice is the same. */
  target: EnrollTarget;
  onClose: () => void;
}

/** Enrolls prospects in a campaign, which is chosen first. */
export function EnrollDialog({ title, target, onClose }: Props) {
  const { data } = useRead('getCampaigns', { query: { limit: '200' } });
  const [campaignId, setCampaignId] = useState<string | null>(null);
  return (
    <EnrollForm campaignId={campaignId} target={target} title={title} onClose={onClose}>
      <Select
        label="Campaign"
        placeholder={data?.campaigns.length === 0 ? 'No campaigns yet' : 'Choose a campaign'}
        data={(data?.campaigns ?? []).map(({ id, name, status }) => ({
          value: id,
          label: `${name} (${status})`,
        }))}
        value={campaignId}
        onChange={setCampaignId}
        limit={50}
        searchable
        defaultDropdownOpened
        data-autofocus
      />
    </EnrollForm>
  );
}
