import type { EnrichmentJob, LedgerEntry } from '@outcrop/contract';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  IconCoins,
  IconHourglass,
  IconLock,
  IconProgress,
} from '@tabler/icons-react';
import { Badge, type BadgeLook } from '../../components/badge.tsx';
import { type JobState, stateOf } from './job-labels.ts';
import { kindNames } from './ledger-labels.ts';
import type { ResultStatus } from './search.ts';

type BadgeStyle = BadgeLook & { label: string };

const queued = { label: 'Queued', icon: IconClock, color: 'muted' } as const;
const running = { label: 'In progress', icon: IconProgress, color: 'info' } as const;
const done = { label: 'Completed', icon: IconCircleCheck, color: 'ok' } as const;
const failed = { label: 'Failed', icon: IconCircleX, color: 'danger' } as const;
const cancelled = { label: 'Canceled', icon: IconCircleMinus, color: 'muted' } as const;

export const resultBadges: Record<ResultStatus, BadgeStyle> = {
  queued,
  running,
  done,
  failed,
  cancelled,
};

const jobBadges: Record<JobState, BadgeStyle> = {
  queued,
  running,
  done,
  partlyFailed: { label: 'Completed with errors', icon: IconAlertTriangle, color: 'warn' },
  failed,
  cancelled,
};

const ledgerBadges: Record<LedgerEntry['kind'], BadgeLook> = {
  grant: { icon: IconCoins, color: 'ok' },
  reserve: { icon: IconLock, color: 'info' },
  capture: { icon: IconCircleCheck, color: 'muted' },
  release: { icon: IconArrowBackUp, color: 'ok' },
  expire: { icon: IconHourglass, color: 'warn' },
};

const LabeledBadge = ({ label, ...style }: BadgeStyle) => <Badge {...style}>{label}</Badge>;

export const ResultBadge = ({ status }: { status: ResultStatus }) => (
  <LabeledBadge {...resultBadges[status]} />
);

export const JobBadge = ({ job }: { job: EnrichmentJob }) => (
  <LabeledBadge {...jobBadges[stateOf(job)]} />
);

export const LedgerBadge = ({ kind }: Pick<LedgerEntry, 'kind'>) => (
  <Badge {...ledgerBadges[kind]}>{kindNames[kind]}</Badge>
);
