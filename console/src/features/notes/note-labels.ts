import type { ManageEndpointId, NoteKind } from '@outcrop/contract';
import { IconMessage, IconNote, IconPhone, IconUsers, type TablerIcon } from '@tabler/icons-react';

export const noteKindLabels: Record<NoteKind, string> = {
  note: 'Note',
  call: 'Call',
  meeting: 'Meeting',
  message: 'Message',
};

export const noteKindIcons: Record<NoteKind, TablerIcon> = {
  note: IconNote,
  call: IconPhone,
  meeting: IconUsers,
  message: IconMessage,
};

export const maxLength = 10_000;

/** Endpoints to refetch after a note has changed. */
export const noteEndpoints: ManageEndpointId[] = [
  'getNotes',
  'getProspectTimeline',
  'getProspect',
  'getProspects',
];
