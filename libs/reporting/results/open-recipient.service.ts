import { Injectable } from '@nestjs/common';
import { CHANNELS, CONTACT_CHANNEL_NUMBERS, CONTACTS } from '#libs/channels/definitions';
import { platformByNumber } from '#libs/content';
import { decodeIds } from '#libs/delivery';
import { type AccountStatus, AccountStateService } from '#libs/delivery/accounts';
import { RecipientService } from '#libs/users/registry';
import { toInstallationId } from '#libs/users/identities';
import { OpenRecipientRepository, type OpenFilter } from './open-recipient.repository.js';
import type { PushResult } from './reporting.types.js';
import type { ResultCursor } from './result-cursor.js';
import type { MessageRow } from './result.repository.js';

/** One that still waits. */
interface OpenEntry extends MessageRow {
  cursor: Extract<ResultCursor, { source: 'chunk' | 'retry' }>;
  channel: number;
  recipientId: number;
  errorCode: string | null;
  reason: string | null;
  words: string | null;
  at: Date;
}

/** Recipients of one user, by the kind of their ids. */
export interface OpenSubject {
  installations: ReadonlySet<number>;
  uid: number | null;
}

/** Chunks that are read at once. */
const CHUNKS = 20;
const PLATFORM_OF_CHANNEL: Record<number, string> = Object.fromEntries(
  CONTACTS.map(({ channel, subjects }) => [CHANNELS[channel], subjects.user]),
);

/** Why one waits, and until when. */
type Wait = Pick<PushResult, 'errorCode' | 'errorMsg' | 'errorDetail' | 'nextAttempt'>;

/**
 * Lists recipients that have no result yet, with the last answer of the provider: chunks first, then retries. Who was not
 * tried yet, because the account does not send, waits for the reason of the account.
 */
@Injectable()
export class OpenRecipientService {
  constructor(
    private readonly open: OpenRecipientRepository,
    private readonly recipients: RecipientService,
    private readonly accounts: AccountStateService,
  ) {}

  /** @param subject  null: everyone */
  async find(
    filter: OpenFilter,
    subject: OpenSubject | null,
    after: ResultCursor | null,
    limit: number,
  ): Promise<OpenEntry[]> {
    const inChunks = after?.source === 'retry' ? [] : await this.findInChunks(filter, subject, after, limit);
    return inChunks.length === limit
      ? inChunks
      : [...inChunks, ...(await this.findRetries(filter, subject, after, limit - inChunks.length))];
  }

  /** In the form of a result. Recipients that are gone since have no name. */
  async describe(appId: number, entries: readonly OpenEntry[]): Promise<PushResult[]> {
    const idsOf = (isContact: boolean): number[] =>
      entries.filter(({ channel }) => isContactChannel(channel) === isContact).map(({ recipientId }) => recipientId);
    const options = { withProfile: false };
    const devices = await this.recipients.findRecipientsByInstallation(appId, idsOf(false), options);
    const users = await this.recipients.findRecipientsByUser(appId, idsOf(true), options);
    const deviceById = new Map(devices.map((device) => [device.instId, device]));
    const extIdByUid = new Map(users.map(({ uid, extId }) => [uid, extId]));
    const statuses = entries.length > 0 ? await this.accounts.listStatuses(appId) : [];
    // Accounts of a channel that send stand last, so that their state is shown.
    const sendingLast = statuses.toSorted((a, b) => Number(isSending(a)) - Number(isSending(b)));
    const statusByCode = new Map(sendingLast.map((status) => [CHANNELS[status.channel], status]));
    return entries.map((entry) => {
      const { channel, recipientId, at, campaignKey, title, text, content, step } = entry;
      const device = isContactChannel(channel) ? undefined : deviceById.get(recipientId);
      return {
        platform: PLATFORM_OF_CHANNEL[channel] ?? (device && platformByNumber(device.platform)) ?? 'PUSH',
        status: 'OPEN',
        ...findWait(entry, statusByCode.get(channel)),
        installationId: isContactChannel(channel) ? null : toInstallationId(recipientId),
        extId: (isContactChannel(channel) ? extIdByUid.get(recipientId) : device?.extId) ?? null,
        timeStamp: at,
        campaignKey,
        content,
        step,
        msgTitle: title,
        msgText: text,
      };
    });
  }

  private async findInChunks(
    filter: OpenFilter,
    subject: OpenSubject | null,
    after: ResultCursor | null,
    limit: number,
  ): Promise<OpenEntry[]> {
    const entries: OpenEntry[] = [];
    let position = after?.source === 'chunk' ? after : { dispatchId: 0, chunkId: 0, position: -1 };
    for (;;) {
      const chunks = await this.open.findChunks(filter, position, CHUNKS);
      for (const { ids, done, chunkId, ...work } of chunks) {
        const isResumed = work.dispatchId === position.dispatchId && chunkId === position.chunkId;
        const from = isResumed ? position.position + 1 : 0;
        for (const [index, recipientId] of decodeIds(ids).entries()) {
          if (index >= Math.max(from, done) && isOf(subject, work.channel, recipientId)) {
            const cursor = { source: 'chunk' as const, dispatchId: work.dispatchId, chunkId, position: index };
            entries.push({ ...work, recipientId, cursor });
          }
        }
        if (entries.length >= limit) {
          return entries.slice(0, limit);
        }
      }
      const last = chunks.at(-1);
      if (!last || chunks.length < CHUNKS) {
        return entries;
      }
      position = { dispatchId: last.dispatchId, chunkId: last.chunkId, position: Number.MAX_SAFE_INTEGER - 1 };
    }
  }

  private async findRetries(
    filter: OpenFilter,
    subject: OpenSubject | null,
    after: ResultCursor | null,
    limit: number,
  ): Promise<OpenEntry[]> {
    const entries: OpenEntry[] = [];
    let position = after?.source === 'retry' ? after : { dispatchId: 0, channel: 0, recipientId: 0 };
    for (;;) {
      const retries = await this.open.findRetries(filter, position, limit);
      for (const retry of retries.filter(({ channel, recipientId }) => isOf(subject, channel, recipientId))) {
        const { dispatchId, channel, recipientId } = retry;
        entries.push({ ...retry, cursor: { source: 'retry', dispatchId, channel, recipientId } });
      }
      const last = retries.at(-1);
      if (!last || retries.length < limit || entries.length >= limit) {
        return entries.slice(0, limit);
      }
      position = last;
    }
  }
}

/** A later attempt of the account delays that of the recipient. */
function findWait({ cursor, errorCode, reason, words, at }: OpenEntry, status: AccountStatus | undefined): Wait {
  const due = cursor.source === 'retry' ? at : null;
  const stop = status?.paused ?? status?.breaker;
  const restsUntil = stop ? (status?.breaker?.until ?? null) : null;
  const nextAttempt = due && restsUntil ? new Date(Math.max(due.getTime(), restsUntil.getTime())) : (restsUntil ?? due);
  if (errorCode !== null || reason !== null || !stop) {
    return { errorCode, errorMsg: reason, errorDetail: words, nextAttempt };
  }
  const { code, why } = stop;
  const lastError = status?.lastError?.code === code ? status.lastError : null;
  return { errorCode: code, errorMsg: why, errorDetail: lastError?.words || null, nextAttempt };
}

function isSending({ paused, breaker }: AccountStatus): boolean {
  return paused === null && breaker === null;
}

function isContactChannel(channel: number): boolean {
  return CONTACT_CHANNEL_NUMBERS.includes(channel);
}

function isOf(subject: OpenSubject | null, channel: number, recipientId: number): boolean {
  if (!subject) {
    return true;
  }
  return isContactChannel(channel) ? subject.uid === recipientId : subject.installations.has(recipientId);
}
