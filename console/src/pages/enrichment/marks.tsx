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
import { Mark, type MarkLook } from '../../parts/mark.tsx';
import { type JobState, stateOf } from './job-words.ts';
import { kindNames } from './ledger-words.ts';
import type { WorkStatus } from './search.ts';

type Look = MarkLook & { word: string };

const waiting = { word: 'Waiting', icon: IconClock, color: 'muted' } as const;
const running = { word: 'Under way', icon: IconProgress, color: 'info' } as const;
const done = { word: 'Done', icon: IconCircleCheck, color: 'ok' } as const;
const failed = { word: 'Failed', icon: IconCircleX, color: 'danger' } as const;
const cancelled = { word: 'Cancelled', icon: IconCircleMinus, color: 'muted' } as const;

export const workLooks: Record<WorkStatus, Look> = {
  queued: waiting,
  running,
  done,
  failed,
  cancelled,
};

const jobLooks: Record<JobState, Look> = {
  waiting,
  running,
  done,
  partly: { word: 'Done in part', icon: IconAlertTriangle, color: 'warn' },
  failed,
  cancelled,
};

const kindLooks: Record<LedgerEntry['kind'], MarkLook> = {
  grant: { icon: IconCoins, color: 'ok' },
  reserve: { icon: IconLock, color: 'info' },
  capture: { icon: IconCircleCheck, color: 'muted' },
  release: { icon: IconArrowBackUp, color: 'ok' },
  expire: { icon: IconHourglass, color: 'warn' },
};

const Looked = ({ word, ...look }: Look) => <Mark {...look}>{word}</Mark>;

export const WorkMark = ({ status }: { status: WorkStatus }) => <Looked {...workLooks[status]} />;

export const JobMark = ({ job }: { job: EnrichmentJob }) => <Looked {...jobLooks[stateOf(job)]} />;

export const KindMark = ({ kind }: Pick<LedgerEntry, 'kind'>) => (
  <Mark {...kindLooks[kind]}>{kindNames[kind]}</Mark>
);
