import { setImmediate as whatIsDue } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { bucketOf } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { inAttempts, Raced } from '../attempts.js';
import { MAX_EXT_ID, storableName } from '../texts.js';
import { UidAllocator } from '../numbers/uid-allocator.js';
import { UidRepository } from '../numbers/uid.repository.js';
import { uniqueExtIds } from '../user-changes.js';
import { UserRepository } from '../user.repository.js';

/** Numbers of users by extId. */
export type Uids = ReadonlyMap<string, number>;

interface Wanted {
  extId: string;
  vb: number;
}

/** For rooms whose rows belong to users: makes who is missing in the very transaction that writes those rows. */
@Injectable()
export class UserEnsurer {
  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly uids: UidRepository,
    private readonly ids: UidAllocator,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Runs `work` in one transaction in which each of these users exists. Whoever exists already is neither locked nor
   * changed. `work` may run again, from the beginning, when it lost a race.
   *
   * @param extIds     repeated ones count once
   * @param meanwhile  done once while Postgres looks the users up; what it throws ends the whole before anything is written
   * @throws AppError missing_field when there is none, malformed when there are more than 1000
   */
  async withUsers<R>(
    appId: number,
    extIds: readonly string[],
    work: (tx: Tx, uids: Uids) => Promise<R>,
    meanwhile: () => void = () => undefined,
  ): Promise<R> {
    const wanted = uniqueExtIds(extIds).map((extId): Wanted => {
      return { extId: storableName(extId, 'extId', MAX_EXT_ID), vb: bucketOf(appId, extId) };
    });
    return inAttempts(async (attempt) => {
      const [uids] = await Promise.all([
        this.find(appId, wanted),
        // Once the look-up is on its way.
        attempt === 1 && whatIsDue().then(meanwhile),
      ]);
      const missing = wanted.filter(({ extId }) => !uids.has(extId));
      const free = await this.ids.allocate(
        appId,
        'user',
        missing.map(({ vb }) => vb),
      );
      return this.db.tx(async (tx) => {
        if (missing.length > 0) {
          await this.create(tx, appId, missing, free, uids);
        }
        return work(tx, uids);
      });
    });
  }

  /** Makes the users that are missing, and adds them to `uids`. @throws Raced when another request was faster */
  private async create(
    tx: Tx,
    appId: number,
    missing: readonly Wanted[],
    free: readonly number[],
    uids: Map<string, number>,
  ): Promise<void> {
    const rows = missing.map(({ vb, extId }, i) => ({
      uid: free[i] ?? Number.NaN,
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
      throw new Raced('Another request has made a user meanwhile');
    }
    await this.outbox.add(tx, {
      appId,
      kind: 'user',
      uids: created.map(({ uid }) => uid).toSorted((a, b) => a - b),
      keys: [],
    });
  }

  private async find(appId: number, wanted: readonly Wanted[]): Promise<Map<string, number>> {
    const found = await this.uids.findUids(
      appId,
      wanted.map(({ vb }) => vb),
      wanted.map(({ extId }) => extId),
    );
    const uids = new Map<string, number>();
    for (const [i, { extId }] of wanted.entries()) {
      const uid = found[i];
      if (uid) {
        uids.set(extId, uid);
      }
    }
    return uids;
  }
}
