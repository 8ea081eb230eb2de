/**
 * A table whose rows are work in parts, which any process may take over. It has the columns `app_id`, `state`, `epoch`
 * and `touched_at`. A row in the state WAITING is free, and becomes RUNNING; other states stay as they are.
 *
 * @property id            column that names a row of an application
 * @property order         column of times: the oldest row goes first
 * @property isOpen        SQL condition on a row, by its alias: it has not ended
 * @property isOffered     SQL condition on an open row that `runDue` may take; absent: all of them
 * @property staleSeconds  time without a touch after which the process that works on a row counts as dead
 * @property isSerial      rows of one application go strictly one after the other
 */
export interface WorkTable {
  name: string;
  id: string;
  order: string;
  isOpen: (row: string) => string;
  isOffered?: (row: string) => string;
  staleSeconds: number;
  isSerial: boolean;
}

export interface WorkId {
  appId: number;
  id: string | number;
}

/** A row that a process works on. A process that takes it over has a higher epoch. */
export interface WorkClaim extends WorkId {
  epoch: number;
}
