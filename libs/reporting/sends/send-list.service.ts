import { Injectable } from '@nestjs/common';
import { CHANNEL_NAMES, CHANNELS, type Channel } from '#libs/channels/definitions';
import { DISPATCH_STATES } from '#libs/delivery';
import { type AccountStatus, AccountStateService } from '#libs/delivery/accounts';
import { AppError, malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { SendListRepository, type SendCursor, type SendRow } from './send-list.repository.js';
import type { TransactionalSend, SendListPage, SendList, SendReason, SendState } from './send-list.types.js';

/** How far back failed sends are listed. */
export const FAILED_DAYS = 7;
const DAY_MS = 24 * 3_600_000;

/** Transactional sends that are not over, or failed, as screens show them. */
@Injectable()
export class SendListService {
  constructor(
    private readonly sends: SendListRepository,
    private readonly accounts: AccountStateService,
    private readonly clock: ClockService,
  ) {}

  /**
   * A page, the newest first. One of failed sends may be short or empty while older ones follow.
   *
   * @param after  `next` of the page before
   * @throws AppError malformed for a cursor that is none
   */
  async list(appId: number, { list, after, limit }: ListOptions): Promise<SendListPage> {
    const cursor = after === undefined ? null : readCursor(after);
    const since = new Date(this.clock.now().getTime() - FAILED_DAYS * DAY_MS);
    const { rows, last } =
      list === 'open'
        ? await this.sends.listOpen(appId, cursor, limit)
        : await this.sends.listFailed(appId, since, cursor, limit);
    const statuses = rows.some(isOpen) ? await this.accounts.listStatuses(appId) : [];
    return { sends: rows.map((row) => toSend(row, statuses)), next: last && `${last.at} ${last.dispatchId}` };
  }

  /** @throws AppError unknown_id for a campaign too, and for a send of another application */
  async get(appId: number, dispatchId: number): Promise<TransactionalSend> {
    const row = await this.sends.find(appId, dispatchId);
    if (!row) {
      throw new AppError('unknown_id', `There is no transactional send ${dispatchId}`);
    }
    return toSend(row, isOpen(row) ? await this.accounts.listStatuses(appId) : []);
  }
}

interface ListOptions {
  list: SendList;
  after?: string | undefined;
  limit: number;
}

function isOpen({ state }: SendRow): boolean {
  return state < DISPATCH_STATES.finished;
}

function toSend(row: SendRow, statuses: readonly AccountStatus[]): TransactionalSend {
  const { dispatchId, notificationKey, name, named, isTest, finishedAt, planned, sent, failed, skipped } = row;
  const channels = CHANNEL_NAMES.filter((channel) => row.channels.includes(CHANNELS[channel]));
  const state = stateOf(row);
  const stops = isOpen(row) ? statuses.filter(({ channel }) => channels.includes(channel)) : [];
  const own = reasonOf(row);
  return {
    dispatchId,
    notificationKey,
    name,
    named,
    isTest,
    finishedAt,
    planned,
    sent,
    failed,
    skipped,
    channels,
    platforms: row.platforms ?? [],
    state,
    requestedAt: new Date(row.at),
    waiting: isOpen(row) ? Math.max(planned - sent - failed - skipped, 0) : 0,
    reason: own ?? accountReason(stops, channels),
    nextAttempt: row.nextAttempt,
  };
}

function stateOf({ state, isHeld, pauseReason, isStopped, openChunks, retries, failed }: SendRow): SendState {
  if (state === DISPATCH_STATES.stopped || isStopped) {
    return 'STOPPED';
  }
  if (state === DISPATCH_STATES.finished) {
    return failed > 0 ? 'FAILED' : 'FINISHED';
  }
  if (isHeld) {
    return 'APPROVAL';
  }
  if (pauseReason !== null) {
    return 'PAUSED';
  }
  if (state !== DISPATCH_STATES.sending) {
    return 'WAITING';
  }
  return retries > 0 && openChunks === 0 ? 'RETRYING' : 'SENDING';
}

function reasonOf({ errorCode, errorReason, words, pauseReason }: SendRow): SendReason | null {
  if (pauseReason !== null && pauseReason !== 'ASKED') {
    return { code: null, reason: pauseReason, words: null };
  }
  return errorCode === null && errorReason === null ? null : { code: errorCode, reason: errorReason, words };
}

/** Why a channel does not send: of several accounts of it, none may. */
function accountReason(statuses: readonly AccountStatus[], channels: readonly Channel[]): SendReason | null {
  for (const channel of channels) {
    const ofChannel = statuses.filter((status) => status.channel === channel);
    const stops = ofChannel.map(({ paused, breaker }) => paused ?? breaker);
    const stop = stops.every((entry) => entry !== null) ? stops[0] : null;
    if (stop) {
      const told = ofChannel[0]?.lastError;
      return { code: stop.code, reason: stop.why, words: told?.code === stop.code ? told.words || null : null };
    }
  }
  return null;
}

/** @throws AppError malformed */
function readCursor(text: string): SendCursor {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([1-9]\d{0,14})$/.exec(text) ?? [];
  // A day that there is not, such as 30 February, would be another one.
  if (at === undefined || id === undefined || !isMoment(at)) {
    throw malformed("Field 'after' should be the cursor of a page");
  }
  return { at, dispatchId: Number(id) };
}

function isMoment(text: string): boolean {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19) === text.slice(0, 19);
}
