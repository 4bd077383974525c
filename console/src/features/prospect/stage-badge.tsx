import type { Stage } from '@outcrop/contract';
import { stageName } from '@outcrop/contract/stages';
import {
  IconCalendarEvent,
  IconCircleDashed,
  IconHeartHandshake,
  IconMessage,
  IconSend,
  IconThumbDown,
  IconThumbUp,
} from '@tabler/icons-react';
import { Badge, type BadgeLook } from '../../components/badge.tsx';

export const stageLooks: Record<Stage, BadgeLook> = {
  new: { icon: IconCircleDashed, color: 'muted' },
  contacted: { icon: IconSend, color: 'info' },
  replied: { icon: IconMessage, color: 'info' },
  interested: { icon: IconThumbUp, color: 'ok' },
  meeting: { icon: IconCalendarEvent, color: 'ok' },
  customer: { icon: IconHeartHandshake, color: 'ok' },
  not_interested: { icon: IconThumbDown, color: 'warn' },
};

export const StageBadge = ({ stage }: { stage: Stage }) => (
  <Badge {...stageLooks[stage]}>{stageName[stage]}</Badge>
);
