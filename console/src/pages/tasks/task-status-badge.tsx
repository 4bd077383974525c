import type { Task } from '@outcrop/contract';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconCircleX,
  IconClock,
  IconProgress,
} from '@tabler/icons-react';
import { Badge, type BadgeLook } from '../../components/badge.tsx';
import { failureNames } from '../../features/tasks/task-labels.ts';

type BadgeStyle = BadgeLook & { label: string };

const statusBadges: Record<Task['status'], BadgeStyle> = {
  queued: { icon: IconClock, color: 'info', label: 'Queued' },
  running: { icon: IconProgress, color: 'info', label: 'In progress' },
  done: { icon: IconCircleCheck, color: 'ok', label: 'Completed' },
  failed: { icon: IconCircleX, color: 'danger', label: 'Failed' },
  cancelled: { icon: IconCircleOff, color: 'muted', label: 'Canceled' },
};
const completedWithErrors: BadgeStyle = {
  icon: IconAlertTriangle,
  color: 'warn',
  label: 'Completed with errors',
};

export function TaskStatusBadge({
  kind,
  status,
  failed,
}: Pick<Task, 'kind' | 'status' | 'failed'>) {
  const { label, ...style } =
    // Who was left out of a campaign is a result.
    status === 'done' && failed > 0 && !failureNames[kind]
      ? completedWithErrors
      : statusBadges[status];
  return <Badge {...style}>{label}</Badge>;
}
