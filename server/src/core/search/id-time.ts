/** The time in a UUIDv7. Prospects sorted by id are therefore sorted by their creation. */
export const idTimestamp = (id: string): Date =>
  new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

const maxTimestamp = 2 ** 48 - 1;

/** The lowest id of a millisecond. */
export const firstIdAt = (time: Date): string => {
  const hex = Math.min(Math.max(time.getTime(), 0), maxTimestamp).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};
