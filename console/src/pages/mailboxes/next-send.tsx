import { RelativeTime } from '../../components/relative-time.tsx';

/** When a mailbox may send: now, later, or not before someone acts. */
export const NextSend = ({ at }: { at: string | null }) => {
  if (at === null) return '–';
  return Date.parse(at) <= Date.now() ? 'Now' : <RelativeTime at={at} />;
};
