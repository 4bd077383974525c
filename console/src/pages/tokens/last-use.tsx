import { RelativeTime } from '../../parts/relative-time.tsx';

/** "never used", "last used 3 minutes ago". */
export const LastUse = ({ at }: { at: string | null }) =>
  at === null ? (
    'never used'
  ) : (
    <>
      last used <RelativeTime at={at} />
    </>
  );
