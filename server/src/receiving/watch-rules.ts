/** How many mailboxes a worker may hold: its part of all, and a tenth more. */
export const maxShare = (mailboxes: number, workers: number): number =>
  Math.ceil((Math.ceil(mailboxes / Math.max(workers, 1)) * 11) / 10);

const firstDelayMs = 1_000;
const maxDelayMs = 5 * 60_000;

/** The wait before the next connection, with jitter, so that mailboxes of one server do not return together. */
export const reconnectDelayMs = (failures: number, random: number): number =>
  Math.min(firstDelayMs * 2 ** Math.min(failures - 1, 30), maxDelayMs) * (0.5 + random / 2);

const dayMs = 24 * 60 * 60_000;
export const newFolderDays = 7;
export const renumberedFolderDays = 30;
/** A day and what a server's time zone may differ from ours. */
export const comparedDays = 2;
/** Hashes of stored messages. As long as texts, and much longer than any folder is read back. */
export const keptHashDays = 400;

export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * dayMs);
