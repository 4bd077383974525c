import { RelativeTime } from '../../components/relative-time.tsx';

/** "never used", "last used 3 minutes ago". */
export const LastUsed = ({ at }: { at: string | null }) =>
  at === null ? (
    'never used'
  ) : (
    <>
      last used <RelativeTime at={at} />
    </>
  );
