import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { manageClient, noWorkspace } from '../../api/manage.ts';
import { deleteDrafts } from '../../browser/drafts.ts';

/** Ends the session, clears cached data and drafts, and opens the sign-in page. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => manageClient(noWorkspace).call('postSignOut', { body: {} }),
    onSuccess: async () => {
      queryClient.clear();
      deleteDrafts();
      await navigate({ to: '/sign-in' });
    },
  });
}
