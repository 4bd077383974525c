import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/lines.ts';
import { manageOf } from '../../api/manage.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { enrolledInWords, inCalls, isAnyoneEnrolled } from './enrollment.ts';
import { peopleInWords } from './people-words.ts';

interface Props {
  prospectIds: string[];
  onClose: () => void;
}

/** Puts people into a campaign, having said first who will be in it and who will be skipped. */
export function EnrollDialog({ prospectIds, onClose }: Props) {
  const { data } = useRead('getCampaigns', { query: { limit: '200' } });
  const [campaignId, setCampaignId] = useState<string | null>(null);
  const forecast = useForecast(campaignId, prospectIds);
  const enroll = useWrite('postCampaignEnroll', ['getProspects', 'getProspect', 'getCampaigns']);
  const who = peopleInWords({ count: prospectIds.length, isCapped: false });
  const chosen = data?.campaigns.find(({ id }) => id === campaignId);

  const run = async () => {
    if (!chosen) return;
    const answers = [];
    for (const ids of inCalls(prospectIds))
      answers.push(
        await enroll.mutateAsync({
          params: { campaignId: chosen.id },
          body: { prospectIds: ids, ignoreMissing: true },
        }),
      );
    notifications.show({ title: chosen.name, message: enrolledInWords(answers, 'enrolled') });
    onClose();
  };
  return (
    <Dialog title={`Enroll ${who}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // What failed is told by the note.
          run().catch(() => {});
        }}
      >
        <Stack>
          <Select
            label="Campaign"
            placeholder={data?.campaigns.length === 0 ? 'There is no campaign yet' : 'Choose one'}
            data={(data?.campaigns ?? []).map(({ id, name, status }) => ({
              value: id,
              label: `${name} (${status})`,
            }))}
            value={campaignId}
            onChange={setCampaignId}
            limit={50}
            searchable
            data-autofocus
          />
          <Text role="status">
            {forecast.data && `${enrolledInWords(forecast.data, 'will enroll')}.`}
            {forecast.isFetching && 'Looking who would be in it…'}
          </Text>
          <FailureNote error={forecast.error ?? enroll.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              disabled={!forecast.data || !isAnyoneEnrolled(forecast.data)}
              loading={enroll.isPending}
            >
              Enroll
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** What enrolling would do, tried and rolled back. */
function useForecast(campaignId: string | null, prospectIds: string[]) {
  const workspaceId = useWorkspaceId();
  return useQuery({
    queryKey: [workspaceId, 'postCampaignEnroll', campaignId, prospectIds],
    enabled: campaignId !== null,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const answers = [];
      for (const ids of inCalls(prospectIds))
        answers.push(
          await manageOf(workspaceId).call('postCampaignEnroll', {
            params: { campaignId: campaignId! },
            body: { prospectIds: ids, ignoreMissing: true, dryRun: true },
            signal,
          }),
        );
      return answers;
    },
  });
}
