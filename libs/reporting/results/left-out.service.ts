import { CONTACTS } from '#libs/channels/definitions';
import { Injectable } from '@nestjs/common';
import { decodeIds, hasId, LEFT_OUT_KINDS } from '#libs/delivery';
import { groupBy } from '#platform/collections';
import { LeftOutPieceRepository, type LeftOutPiece, type LeftOutSubject } from './left-out.repository.js';
import type { PushResult } from './reporting.types.js';
import type { ResultCursor } from './result-cursor.js';
import type { ResultWindow } from './result.repository.js';

/** Pieces that are read at once; a bitmap of them has some ten kilobytes. */
const PIECES = 50;

/** One who was left out: a user, or a name that no one has. */
export interface LeftOutEntry {
  cursor: Extract<ResultCursor, { source: 'leftOut' }>;
  piece: LeftOutPiece;
  uid: number | null;
  name: string | null;
}

const PLATFORMS_OF_KIND: Record<number, string> = {
  [LEFT_OUT_KINDS.any]: 'ANY',
  [LEFT_OUT_KINDS.push]: 'PUSH',
  ...Object.fromEntries(CONTACTS.map(({ leftOutKind, subjects }) => [leftOutKind, subjects.user])),
};

/** Lists those that launches left out, one entry for each user or name, from the bitmaps. */
@Injectable()
export class LeftOutReaderService {
  constructor(private readonly pieces: LeftOutPieceRepository) {}

  /** Entries of a window after its cursor, the newest first; at most its limit. */
  async find(window: ResultWindow, subject: LeftOutSubject): Promise<LeftOutEntry[]> {
    const entries: LeftOutEntry[] = [];
    let { after } = window;
    for (;;) {
      const pieces = await this.pieces.findPieces({ ...window, after }, subject, PIECES);
      for (const piece of pieces) {
        const isResumed = after?.source === 'leftOut' && isSamePiece(after, piece);
        entries.push(...listEntries(piece, subject, isResumed ? (after as LeftOutEntry['cursor']).position + 1 : 0));
        if (entries.length >= window.limit) {
          return entries.slice(0, window.limit);
        }
      }
      const last = pieces.at(-1);
      if (!last || pieces.length < PIECES) {
        return entries;
      }
      after = cursorOf(last, Number.MAX_SAFE_INTEGER - 1);
    }
  }

  /** In the form of a result. Users that are deleted since are left away. */
  async describe(appId: number, entries: readonly LeftOutEntry[]): Promise<(PushResult | null)[]> {
    const uids = entries.flatMap(({ uid }) => uid ?? []);
    const extIds = uids.length > 0 ? await this.pieces.findExtIds(appId, uids) : new Map<number, string | null>();
    return entries.map(({ piece, uid, name }) => {
      if (uid !== null && !extIds.has(uid)) {
        return null;
      }
      return {
        platform: PLATFORMS_OF_KIND[piece.kind] ?? 'ANY',
        status: 'SKIPPED',
        errorCode: piece.reason,
        errorMsg: piece.reason,
        installationId: null,
        extId: uid === null ? (piece.reason === 'UNKNOWN_USER' ? name : null) : (extIds.get(uid) ?? null),
        ...(piece.reason === 'UNKNOWN_DEVICE' && name !== null && { token: name }),
        timeStamp: new Date(piece.at),
        campaignKey: piece.campaignKey,
        content: piece.content,
        step: piece.step,
        msgTitle: piece.title,
        msgText: piece.text,
      };
    });
  }

  /** Sums by notification key and reason. */
  async sumReasons(appId: number, keys: readonly number[]): Promise<Map<number, Record<string, number>>> {
    const sums = await this.pieces.sumReasons(appId, keys);
    return new Map(
      [...groupBy(sums, ({ notificationKey }) => notificationKey)].map(([key, ofKey]) => [
        key,
        Object.fromEntries(ofKey.map(({ reason, users }) => [reason, users])),
      ]),
    );
  }
}

function listEntries(piece: LeftOutPiece, { uid, name }: LeftOutSubject, from: number): LeftOutEntry[] {
  const toEntry = (position: number, user: number | null, written: string | null): LeftOutEntry => {
    return { cursor: cursorOf(piece, position), piece, uid: user, name: written };
  };
  if (uid !== undefined) {
    return from === 0 && piece.uids && hasId(piece.uids, uid) ? [toEntry(0, uid, null)] : [];
  }
  if (name !== undefined) {
    return from === 0 && piece.names?.includes(name) ? [toEntry(0, null, name)] : [];
  }
  const uids = piece.uids ? decodeIds(piece.uids) : [];
  return [
    ...uids.map((user, position) => toEntry(position, user, null)),
    ...(piece.names ?? []).map((written, index) => toEntry(uids.length + index, null, written)),
  ].slice(from);
}

function cursorOf({ at, dispatchId, vbFrom, kind, reason }: LeftOutPiece, position: number): LeftOutEntry['cursor'] {
  return { source: 'leftOut', at, dispatchId, vbFrom, kind, reason, position };
}

function isSamePiece(cursor: LeftOutEntry['cursor'], piece: LeftOutPiece): boolean {
  return (
    cursor.at === piece.at &&
    cursor.dispatchId === piece.dispatchId &&
    cursor.vbFrom === piece.vbFrom &&
    cursor.kind === piece.kind &&
    cursor.reason === piece.reason
  );
}
