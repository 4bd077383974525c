import { Button } from '@mantine/core';
import { useState } from 'react';
import { usePages } from '../../api/endpoints.ts';
import { LoadMore } from '../../components/load-more.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { AddFollowUp } from '../follow-ups/add-follow-up.tsx';
import { FollowUpList } from '../follow-ups/follow-up-list.tsx';
import { DrawerSection } from './drawer-section.tsx';

export function FollowUps({ prospectId }: { prospectId: string }) {
  const [showsDone, setShowsDone] = useState(false);
  const pages = usePages(
    'getFollowUps',
    { query: { prospectId, open: String(!showsDone), limit: '10' } },
    ({ followUps }) => followUps,
  );
  return (
    <DrawerSection
      title="Follow-ups"
      action={
        <Button
          size="compact-sm"
          variant="subtle"
          aria-pressed={showsDone}
          onClick={() => setShowsDone(!showsDone)}
        >
          Show done
        </Button>
      }
    >
      <QueryBoundary query={pages} what="the follow-ups">
        {(followUps) => (
          <>
            <FollowUpList label="Follow-ups of this prospect" followUps={followUps} />
            {showsDone && followUps.length === 0 && 'None done yet.'}
            {pages.hasNextPage && <LoadMore shown={followUps.length} pages={pages} />}
          </>
        )}
      </QueryBoundary>
      {!showsDone && <AddFollowUp prospectId={prospectId} />}
    </DrawerSection>
  );
}
