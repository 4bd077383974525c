/** A record as the database returns it: the named times are dates, which JSON writes as text. */
export type StoredRecord<T, Time extends keyof T> = Omit<T, Time> & {
  [K in Time]: Date | Extract<T[K], null>;
};
