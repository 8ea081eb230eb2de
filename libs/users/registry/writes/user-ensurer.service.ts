import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { bucketOf } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import {
  retryOnConflict,
  ConcurrentWriteError,
  readExtId,
  UidAllocatorService,
  uniqueExtIds,
} from '#libs/users/identities';
import { UserRepository } from '#libs/users/profiles';

/** Uids by extId. */
export type UidsByExtId = ReadonlyMap<string, number>;

interface ExtIdKey {
  extId: string;
  vb: number;
}

/** Creates missing users in the transaction that writes rows of other modules about them. */
@Injectable()
export class UserEnsurerService {
  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly uidAllocator: UidAllocatorService,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Runs `work` in one transaction in which all these users exist. Existing users are neither locked nor changed. After
   * a conflict `work` runs again.
   *
   * @param extIds  duplicates count once
   * @param duringLookup  runs once while Postgres looks the users up; an error of it ends the whole before anything is
   *   written
   * @throws AppError missing_field when there is none, malformed when there are more than 1000
   */
  async withUsers<R>(
    appId: number,
    extIds: readonly string[],
    work: (tx: Tx, uids: UidsByExtId) => Promise<R>,
    duringLookup: () => void = () => undefined,
  ): Promise<R> {
    const userKeys = uniqueExtIds(extIds).map((extId): ExtIdKey => {
      return { extId: readExtId(extId), vb: bucketOf(appId, extId) };
    });
    return retryOnConflict(async (attempt) => {
      const [uids] = await Promise.all([
        this.findUids(appId, userKeys),
        // After the look-up was sent.
        attempt === 1 && nextTurn().then(duringLookup),
      ]);
      const missing = userKeys.filter(({ extId }) => !uids.has(extId));
      const newUids = await this.uidAllocator.allocate(
        appId,
        'user',
        missing.map(({ vb }) => vb),
      );
      return this.db.tx(async (tx) => {
        if (missing.length > 0) {
          await this.createUsers(tx, appId, missing, newUids, uids);
        }
        return work(tx, uids);
      });
    });
  }

  /**
   * Creates the missing users and adds them to `uids`. @throws ConcurrentWriteError when another request created one
   * first
   */
  private async createUsers(
    tx: Tx,
    appId: number,
    missing: readonly ExtIdKey[],
    newUids: readonly number[],
    uids: Map<string, number>,
  ): Promise<void> {
    const rows = missing.map(({ vb, extId }, i) => ({
      uid: newUids[i] ?? Number.NaN,
      vb,
      extId,
      attrs: new Map(),
      tags: new Set<number>(),
    }));
    const created = await this.users.upsert(tx, appId, rows);
    for (const { extId, uid } of created) {
      uids.set(extId, uid);
    }
    if (missing.some(({ extId }) => !uids.has(extId))) {
      throw new ConcurrentWriteError('Another request created a user');
    }
    await this.outbox.add(tx, {
      appId,
      kind: 'user',
      uids: created.map(({ uid }) => uid).toSorted((a, b) => a - b),
      keys: [],
    });
  }

  private async findUids(appId: number, userKeys: readonly ExtIdKey[]): Promise<Map<string, number>> {
    const foundUids = await this.users.findUids(
      appId,
      userKeys.map(({ vb }) => vb),
      userKeys.map(({ extId }) => extId),
    );
    const uids = new Map<string, number>();
    for (const [i, { extId }] of userKeys.entries()) {
      const uid = foundUids[i];
      if (uid) {
        uids.set(extId, uid);
      }
    }
    return uids;
  }
}
