import { Button, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useRead, useRefresh } from '../../api/endpoints.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormFooter } from '../../components/form-footer.tsx';
import { formatNumber } from '../../components/format.ts';
import { describeEnrollment, hasEnrolled } from '../../features/campaigns/enrollment.ts';
import type { Campaign } from './campaign-labels.ts';
import { maxEnrolled, useEnrollList } from './use-enroll-list.ts';

interface Props {
  campaign: Campaign;
  onClose: () => void;
}

/** Enrolls a list: first who would be enrolled and why others would not, then the same for real. */
export function EnrollFromList({ campaign, onClose }: Props) {
  const boards = useRead('getBoards');
  const refresh = useRefresh();
  const [listId, setListId] = useState<string | null>(null);
  const { preview, outcome, progress, error, busy, check, enroll } = useEnrollList(campaign.id);
  const list = boards.data?.lists.find(({ id }) => id === listId);
  const choose = (id: string | null) => {
    setListId(id);
    if (id) void check(id);
  };
  const close = () => {
    void refresh('getCampaign', 'getCampaigns', 'getCampaignEnrollments');
    onClose();
  };
  return (
    <Dialog title="Enroll from list" onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (listId) void enroll(listId);
        }}
      >
        <Stack>
          {!outcome && (
            <Select
              label="List"
              placeholder={boards.data?.lists.length === 0 ? 'No lists yet' : 'Choose a list'}
              data={(boards.data?.lists ?? []).map(({ id, name, count }) => ({
                value: id,
                label: `${name} (${formatNumber(count)})`,
              }))}
              value={listId}
              onChange={choose}
              searchable
              limit={50}
              data-autofocus
            />
          )}
          {busy && list && list.count > 200 && (
            <Progress
              aria-label="Progress"
              value={(100 * progress) / Math.min(list.count, maxEnrolled)}
            />
          )}
          <Text role="status">
            {busy === 'check' && 'Checking everyone on the list…'}
            {!busy && outcome && `${describeEnrollment(outcome, 'enrolled')}.`}
            {!busy &&
              !outcome &&
              preview &&
              (preview.length === 0
                ? 'This list is empty.'
                : `${describeEnrollment(preview, 'will be enrolled')}.`)}
          </Text>
          {list && list.count > maxEnrolled && (
            <Text size="sm" c="dimmed">
              Only the first {formatNumber(maxEnrolled)} of a list are enrolled here.
            </Text>
          )}
          {outcome ? (
            <Group justify="flex-end">
              <Button onClick={close} data-autofocus>
                Done
              </Button>
            </Group>
          ) : (
            <FormFooter
              failure={error}
              verb="Enroll"
              busy={busy === 'enroll'}
              disabled={busy === 'check' || !preview || !hasEnrolled(preview)}
              onCancel={close}
            />
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
