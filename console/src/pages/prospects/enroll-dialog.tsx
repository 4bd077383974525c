import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { manageClient } from '../../api/manage.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { describeEnrollment, hasEnrolled, toBatches } from '../../features/campaigns/enrollment.ts';
import { prospectCount } from '../../features/prospect/counts.ts';

interface Props {
  prospectIds: string[];
  onClose: () => void;
}

/** Enrolls prospects in a campaign, after a preview of who is enrolled and who is skipped. */
export function EnrollDialog({ prospectIds, onClose }: Props) {
  const { data } = useRead('getCampaigns', { query: { limit: '200' } });
  const [campaignId, setCampaignId] = useState<string | null>(null);
  const preview = usePreview(campaignId, prospectIds);
  const enroll = useWrite('postCampaignEnroll', ['getProspects', 'getProspect', 'getCampaigns']);
  const who = prospectCount({ count: prospectIds.length, isCapped: false });
  const chosen = data?.campaigns.find(({ id }) => id === campaignId);

  const run = async () => {
    if (!chosen) return;
    const responses = [];
    for (const ids of toBatches(prospectIds))
      responses.push(
        await enroll.mutateAsync({
          params: { campaignId: chosen.id },
          body: { prospectIds: ids, ignoreMissing: true },
        }),
      );
    notifications.show({
      message: describeEnrollment(responses, `enrolled in ${chosen.name}`),
    });
    onClose();
  };
  return (
    <Dialog title={`Enroll ${who}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // The error is shown in the form.
          run().catch(() => {});
        }}
      >
        <Stack>
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
            data-autofocus
          />
          <Text role="status">
            {preview.data && `${describeEnrollment(preview.data, 'will be enrolled')}.`}
            {preview.isFetching && 'Checking…'}
          </Text>
          <FailureNote error={preview.error ?? enroll.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              disabled={!preview.data || !hasEnrolled(preview.data)}
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

/** A dry run of the enrollment. */
function usePreview(campaignId: string | null, prospectIds: string[]) {
  const workspaceId = useWorkspaceId();
  return useQuery({
    queryKey: [workspaceId, 'postCampaignEnroll', campaignId, prospectIds],
    enabled: campaignId !== null,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const responses = [];
      for (const ids of toBatches(prospectIds))
        responses.push(
          await manageClient(workspaceId).call('postCampaignEnroll', {
            params: { campaignId: campaignId! },
            body: { prospectIds: ids, ignoreMissing: true, dryRun: true },
            signal,
          }),
        );
      return responses;
    },
  });
}
