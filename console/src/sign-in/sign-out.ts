import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { manageOf, nowhere } from '../api/manage.ts';

/** Ends the session, forgets what was read, and leads to the sign-in page. */
export function useSignOut() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => manageOf(nowhere).call('postSignOut', { body: {} }),
    onSuccess: async () => {
      queries.clear();
      await navigate({ to: '/sign-in' });
    },
  });
}
