import type { Task } from '@outcrop/contract';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconCircleX,
  IconClock,
  IconProgress,
} from '@tabler/icons-react';
import { Mark, type MarkLook } from '../../parts/mark.tsx';

type Look = MarkLook & { word: string };

const looks: Record<Task['status'], Look> = {
  queued: { icon: IconClock, color: 'info', word: 'Waiting' },
  running: { icon: IconProgress, color: 'info', word: 'Under way' },
  done: { icon: IconCircleCheck, color: 'ok', word: 'Done' },
  failed: { icon: IconCircleX, color: 'danger', word: 'Failed' },
  cancelled: { icon: IconCircleOff, color: 'muted', word: 'Cancelled' },
};
const doneInPart: Look = { icon: IconAlertTriangle, color: 'warn', word: 'Done, some failed' };

export function TaskState({ status, failed }: Pick<Task, 'status' | 'failed'>) {
  const { word, ...look } = status === 'done' && failed > 0 ? doneInPart : looks[status];
  return <Mark {...look}>{word}</Mark>;
}
