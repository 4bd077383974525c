import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCloudOff, IconHourglass } from '@tabler/icons-react';
import { rateLimitedUntil } from '../api/rate-limit.ts';
import { useNow } from '../components/relative-time.tsx';
import classes from './notices.module.css';

/** Banners that concern every page. */
export function Notices() {
  const { online } = useNetwork();
  const until = rateLimitedUntil.use();
  return (
    <>
      {!online && (
        <Alert className={classes.notice} color="warn" icon={<IconCloudOff />} role="status">
          You're offline. Showing saved data.
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
      Too many requests. Retrying automatically <span aria-hidden>in {seconds} s</span>.
    </Alert>
  );
}
