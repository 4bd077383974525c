import type { Stage } from '@outcrop/contract';
import {
  IconCalendarEvent,
  IconCircleDashed,
  IconHeartHandshake,
  IconMessage,
  IconSend,
  IconThumbDown,
  IconThumbUp,
} from '@tabler/icons-react';
import { Mark, type MarkLook } from './mark.tsx';
import { stageNames } from './stages.ts';

export const stageLooks: Record<Stage, MarkLook> = {
  new: { icon: IconCircleDashed, color: 'muted' },
  contacted: { icon: IconSend, color: 'info' },
  replied: { icon: IconMessage, color: 'info' },
  interested: { icon: IconThumbUp, color: 'ok' },
  meeting: { icon: IconCalendarEvent, color: 'ok' },
  customer: { icon: IconHeartHandshake, color: 'ok' },
  not_interested: { icon: IconThumbDown, color: 'warn' },
};

/** Where someone stands: always icon and word. */
export const StageMark = ({ stage }: { stage: Stage }) => (
  <Mark {...stageLooks[stage]}>{stageNames[stage]}</Mark>
);
