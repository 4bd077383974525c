import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCloudOff, IconHourglass } from '@tabler/icons-react';
import { rateLimitedUntil } from '../api/rate-limit.ts';
import { useNow } from '../parts/relative-time.tsx';
import classes from './notices.module.css';

/** What stands in the way of every page at once. */
export function Notices() {
  const { online } = useNetwork();
  const until = rateLimitedUntil.use();
  return (
    <>
      {!online && (
        <Alert className={classes.notice} color="warn" icon={<IconCloudOff />} role="status">
          You are offline. What you see is from before; it is read again once you are back.
        </Alert>
      )}
      {until > 0 && <RateLimited key={until} until={until} />}
    </>
  );
}

function RateLimited({ until }: { until: number }) {
  const seconds = Math.ceil((until - useNow(500)) / 1_000);
  if (seconds <= 0) return null;
  return (
    <Alert className={classes.notice} color="warn" icon={<IconHourglass />} role="status">
      Too many requests in a minute. It goes on by itself <span aria-hidden>in {seconds} s</span>.
    </Alert>
  );
}
