import { IconLogin2 } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { manageClient } from '../../api/manage.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import type { Mailbox } from '../../features/mailboxes/mailbox-state.tsx';
import { isProvider, leaveToSignIn, type Provider, providerNames } from './sign-in.ts';

interface Props {
  mailbox: Mailbox;
  disabledReason: string | null;
}

/** For a mailbox whose sign-in has ended, or was canceled before it was completed. */
export function SignInButton({ mailbox, disabledReason }: Props) {
  const workspaceId = useWorkspaceId();
  const { id, address, auth, reason } = mailbox;
  const isNew = auth === 'password' && reason === 'not_connected';
  // Only a sign-in that was completed is stored, with its provider.
  const guess = useQuery({
    queryKey: [workspaceId, 'postMailboxesGuess', address],
    queryFn: () => manageClient(workspaceId).call('postMailboxesGuess', { body: { address } }),
    enabled: isNew && disabledReason === null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isSignedOut = auth === 'oauth' && (reason === 'signed_out' || reason === 'not_connected');
  const provider = isSignedOut ? mailbox.provider : isNew ? (guess.data?.signInWith ?? null) : null;
  const signIn = useMutation({
    mutationFn: (chosen: Provider) => leaveToSignIn(workspaceId, id, chosen),
  });
  if (!isProvider(provider)) return null;
  return (
    <>
      <ActionButton
        mt="xs"
        size="compact-md"
        leftSection={<IconLogin2 size={16} />}
        disabledReason={disabledReason}
        loading={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate(provider)}
      >
        {isSignedOut ? 'Sign in again' : `Sign in with ${providerNames[provider]}`}
      </ActionButton>
      <FailureNote error={signIn.error} />
    </>
  );
}
