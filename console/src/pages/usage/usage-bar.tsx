import { Progress } from '@mantine/core';

interface Props {
  label: string;
  /** The used part, from 0 to 1. */
  share: number;
}

export const UsageBar = ({ label, share }: Props) => (
  <Progress
    aria-label={label}
    size="sm"
    value={Math.min(100, Math.round(1_000 * share) / 10)}
    color={share >= 0.9 ? 'var(--warn)' : 'var(--accent)'}
  />
);
