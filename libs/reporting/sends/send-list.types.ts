import type { Channel } from '#libs/channels/definitions';

/**
 * The states of a transactional send. `APPROVAL`, `PAUSED`: it is held until a decision. `WAITING`: no worker has
 * begun. `RETRYING`: all that is left of it is tried again later. `FAILED`: over, and a recipient got no message.
 */
export const SEND_STATES = [
  'APPROVAL',
  'PAUSED',
  'WAITING',
  'SENDING',
  'RETRYING',
  'FAILED',
  'STOPPED',
  'FINISHED',
] as const;
export type SendState = (typeof SEND_STATES)[number];

/** Sends of a list: those that are not over, or those that ended without a message for a recipient. */
export const SEND_LISTS = ['open', 'failed'] as const;
export type SendList = (typeof SEND_LISTS)[number];

/**
 * Why a send waits or failed.
 *
 * @property code     of the provider, or of Herald where no provider was asked
 * @property reason   Herald's word for it
 * @property words    of the provider or the connection
 */
export interface SendReason {
  code: string | null;
  reason: string | null;
  words: string | null;
}

/**
 * A transactional send.
 *
 * @property name       title or subject of the message; null: it has none
 * @property isTest     a member sent it to try a message
 * @property planned    recipients that were frozen; 0 before it begins
 * @property waiting    recipients without a result
 * @property named      users, devices or addresses that the request names; null: it describes them
 * @property channels   that its open recipients wait for
 * @property nextAttempt  when the next of them is tried again; null: unknown
 */
export interface TransactionalSend {
  dispatchId: number;
  notificationKey: number;
  name: string | null;
  platforms: string[];
  state: SendState;
  isTest: boolean;
  requestedAt: Date;
  finishedAt: Date | null;
  planned: number;
  sent: number;
  failed: number;
  skipped: number;
  waiting: number;
  named: number | null;
  channels: Channel[];
  reason: SendReason | null;
  nextAttempt: Date | null;
}

export interface SendListPage {
  sends: TransactionalSend[];
  /** Cursor of the following page; null: nothing is older. */
  next: string | null;
}
