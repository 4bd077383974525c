import type { ManageData } from '@outcrop/contract';
import { useRef, useState } from 'react';
import { manageClient } from '../../api/manage.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { toBatches } from '../../features/campaigns/enrollment.ts';

type Enrolled = ManageData<'postCampaignEnroll'>;

/** The most that one dialog enrolls, a hundred in each request. */
export const maxEnrolled = 10_000;

/** Enrolls everyone on a list, or tries it without changing anything. */
export function useEnrollList(campaignId: string) {
  const client = manageClient(useWorkspaceId());
  const [preview, setPreview] = useState<Enrolled[] | null>(null);
  const [outcome, setOutcome] = useState<Enrolled[] | null>(null);
  const [progress, setProgress] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState<'check' | 'enroll' | null>(null);
  // A newer run makes an older one stop.
  const latest = useRef(0);

  const run = async (what: 'check' | 'enroll', listId: string): Promise<Enrolled[] | null> => {
    const mine = ++latest.current;
    setBusy(what);
    setError(null);
    setPreview(null);
    setProgress(0);
    try {
      const responses: Enrolled[] = [];
      let [cursor, done] = [null as string | null, 0];
      do {
        const page = await client.call('getProspects', {
          query: { listId, returnIds: 'true', ...(cursor && { cursor }) },
        });
        for (const prospectIds of toBatches(page.ids ?? [])) {
          const body = { prospectIds, ignoreMissing: true, dryRun: what === 'check' };
          const params = { campaignId };
          responses.push(await client.call('postCampaignEnroll', { params, body }));
          if (mine !== latest.current) return null;
          done += prospectIds.length;
          setProgress(done);
        }
        cursor = page.nextCursor;
      } while (cursor && done < maxEnrolled);
      return responses;
    } catch (failure) {
      if (mine === latest.current) setError(failure);
      return null;
    } finally {
      if (mine === latest.current) setBusy(null);
    }
  };

  return {
    preview,
    outcome,
    progress,
    error,
    busy,
    check: async (listId: string) => setPreview(await run('check', listId)),
    enroll: async (listId: string) => setOutcome(await run('enroll', listId)),
  };
}
