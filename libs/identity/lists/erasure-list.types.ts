import type { Origin } from '#libs/audit';

/**
 * `COUNTED`: no one has confirmed it yet. `WAITING`: confirmed, and no process works on it. `FAILED`: the application may
 * not erase any more. `STOPPED`: a member ended it. What is erased stays erased.
 */
export const ERASURE_LIST_STATES = ['COUNTED', 'WAITING', 'RUNNING', 'FINISHED', 'FAILED', 'STOPPED'] as const;
export type ErasureListState = (typeof ERASURE_LIST_STATES)[number];

/**
 * A list of people to erase.
 *
 * @property receiptId  of the erasure, and of the list
 * @property asked      extIds, each once
 * @property repeated   lines beside them that name one of them again
 * @property known      how many of them were users when they were counted
 * @property done       how many are erased, those who were no users too
 * @property users      how many of these were users
 * @property origin     who confirmed it, before that who brought it
 * @property epoch      grows with each process that takes it over
 */
export interface ErasureList {
  appId: number;
  receiptId: string;
  state: ErasureListState;
  asked: number;
  repeated: number;
  known: number;
  done: number;
  users: number;
  fault: string | null;
  origin: Origin;
  epoch: number;
  createdAt: Date;
  finishedAt: Date | null;
}

/** People of one transaction. @property lines  where each stands in the list, from 1 */
export interface ErasureListPart {
  part: number;
  lines: number[];
  extIds: string[];
}

/** The outcome of a line, without names. @property wasUser  null: it is not erased, or not yet */
export interface ErasureListLine {
  line: number;
  wasUser: boolean | null;
}
