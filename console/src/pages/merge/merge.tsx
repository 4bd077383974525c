import { Group, Stack } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { IconArrowMerge } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { BackLink } from '../../components/back-link.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useMerge } from '../../features/prospect-dialogs/merge.ts';
import { MergeComparison } from '../../features/prospect-dialogs/merge-comparison.tsx';
import {
  isNotFound,
  ProspectNotFound,
} from '../../features/prospect-dialogs/prospect-not-found.tsx';

const route = getRouteApi('/w/$workspaceId/prospects/merge');

/** Compares and merges two prospects. Other tools link here when a person matches both. */
export default function MergePage() {
  const { keep, remove } = route.useSearch();
  return (
    <>
      <BackLink from="/w/$workspaceId" to="/w/$workspaceId/prospects">
        All prospects
      </BackLink>
      <PageHeader title="Merge prospects">
        If both are the same person, choose which one to keep. Nothing changes until you merge.
      </PageHeader>
      {keep && remove && keep !== remove ? (
        <LoadPair keepId={keep} removeId={remove} />
      ) : (
        <EmptyState title="Nothing to compare" action={<ToProspects />}>
          Open a prospect and choose Merge to find its duplicate.
        </EmptyState>
      )}
    </>
  );
}

const ToProspects = () => (
  <ButtonLink from="/w/$workspaceId" to="/w/$workspaceId/prospects">
    View prospects
  </ButtonLink>
);

function LoadPair({ keepId, removeId }: { keepId: string; removeId: string }) {
  const kept = useRead('getProspect', { params: { prospectId: keepId } });
  const removed = useRead('getProspect', { params: { prospectId: removeId } });
  if (isNotFound(kept.error) || isNotFound(removed.error))
    return <ProspectNotFound action={<ToProspects />} />;
  return (
    <QueryBoundary query={kept} what="the first prospect">
      {(one) => (
        <QueryBoundary query={removed} what="the second prospect">
          {(other) => <Merge kept={one.prospect} removed={other.prospect} />}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

function Merge({ kept, removed }: { kept: Prospect; removed: Prospect }) {
  const reason = useDisabledReason('member');
  const navigate = route.useNavigate();
  const body = { keepId: kept.id, mergeId: removed.id };
  const trial = useRead(
    'postProspectsMerge',
    { body: { ...body, dryRun: true } },
    { enabled: reason === null },
  );
  const merge = useMerge();
  const merging = useMutation({
    mutationFn: () => merge(body),
    onSuccess: (keptId) =>
      navigate({ to: '/w/$workspaceId/prospects', search: { prospect: keptId }, replace: true }),
  });
  return (
    <Panel>
      <Stack>
        <MergeComparison
          kept={kept}
          removed={removed}
          trial={trial}
          onSwap={() =>
            void navigate({ search: { keep: removed.id, remove: kept.id }, replace: true })
          }
        />
        <FailureNote error={merging.error} />
        <Group justify="flex-end">
          <ActionButton
            color="danger"
            leftSection={<IconArrowMerge size={16} />}
            disabledReason={reason}
            disabled={reason === null && trial.data?.mergedId !== removed.id}
            loading={merging.isPending}
            onClick={() => merging.mutate()}
          >
            Merge
          </ActionButton>
        </Group>
      </Stack>
    </Panel>
  );
}
