import { Injectable } from '@nestjs/common';
import { Recurring } from '#platform/background';
import { ClockService } from '#platform/runtime';
import { Database, type Tx } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { retryOnConflict, ConcurrentWriteError, UidBlockRepository } from '#libs/users/identities';
import type { AttributeDefinitions } from './attribute.service.js';
import { RemovalRepository, type Removal } from './removal.repository.js';

/**
 * Longer than a write transaction and a cached definition together. After that, no process writes under a retired id,
 * or reads by definitions that miss the end of a removal.
 */
const GRACE_MS = 60_000;
/** Approximate users of one range: a transaction of some hundred milliseconds. */
const MAX_USERS_PER_RANGE = 10_000;

/** An attribute was deleted from all users, so its id has changed. */
export class StaleAttributeError extends ConcurrentWriteError {}

/** The removals that a transaction met, before it writes attributes. */
export interface AppliedRemovals {
  removals: readonly Removal[];
  /** Users that lost a value; the change feed names them. */
  uids: readonly number[];
}

/** Readers skip removed values at once; this is how soon they are deleted from the rows. */
const REMOVAL_MS = 15_000;

/**
 * Removals of an attribute or of a value from all users of an application. They are visible at once and change the rows
 * in the background. An attribute: its id is retired, and the code continues under a new id. A value: readers leave it
 * out until the rows lose it. Users whose attribute is written after the removal survive it.
 */
@Injectable()
export class RemovalService {
  constructor(
    private readonly db: Database,
    private readonly clock: ClockService,
    private readonly removals: RemovalRepository,
    private readonly uidBlocks: UidBlockRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Applies removals at once to the users that a transaction is about to write. `insertSurvivors` follows in the same
   * transaction.
   *
   * @throws StaleAttributeError when one of the ids is retired
   */
  async applyToUsers(
    tx: Tx,
    appId: number,
    attrIds: readonly number[],
    uids: readonly number[],
  ): Promise<AppliedRemovals> {
    const removals = attrIds.length > 0 ? await this.removals.findByAttributes(tx, appId, attrIds) : [];
    if (removals.some(({ value }) => value === null)) {
      throw new StaleAttributeError('An attribute was deleted from all users by another request');
    }
    const pending = removals.flatMap(({ removalId, done }) => (done ? [] : [removalId]));
    const stripped: number[] = [];
    for (const removal of pending.length > 0 ? await this.removals.lock(tx, pending) : []) {
      stripped.push(...(await this.removals.removeValueFromUsers(tx, appId, removal, uids)));
    }
    return { removals, uids: stripped };
  }

  /** Lets users keep their present values. */
  async insertSurvivors(tx: Tx, appId: number, { removals }: AppliedRemovals, uids: readonly number[]): Promise<void> {
    for (const { removalId } of removals) {
      await this.removals.insertSurvivors(tx, appId, removalId, uids);
    }
  }

  /** The removals that some users survived. Costs nothing while there are no removals. */
  async findSurvivors(
    appId: number,
    definitions: AttributeDefinitions,
    uids: readonly number[],
  ): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
    const survived = new Map<number, Set<number>>();
    if (uids.length > 0 && [...definitions.values()].some(({ removing }) => removing !== undefined)) {
      for (const { uid, removalId } of await this.removals.findSurvivors(appId, uids)) {
        survived.set(uid, (survived.get(uid) ?? new Set()).add(removalId));
      }
    }
    return survived;
  }

  /**
   * Strips removed values from the rows, range by range. Each range is a short transaction that also moves the cursor,
   * so that work continues there after a crash, and several schedulers take turns.
   *
   * @param graceMs  minimum age of a removal
   */
  @Recurring('attributes.remove', REMOVAL_MS)
  async processRemovals(graceMs = GRACE_MS): Promise<void> {
    const before = new Date(this.clock.now().getTime() - graceMs);
    while (await retryOnConflict(() => this.db.tx((tx) => this.processRange(tx, before)))) {
      // One range each time.
    }
    await this.db.tx((tx) => this.removals.deleteDone(tx, new Date(before.getTime() - GRACE_MS)));
  }

  /** @returns false when no removal is left */
  private async processRange(tx: Tx, before: Date): Promise<boolean> {
    const claimed = await this.removals.claimNext(tx, before);
    if (!claimed) {
      return false;
    }
    const { appId, attrId, value, nextVb, removalId } = claimed;
    const users = await this.uidBlocks.countAllocated(appId, 'user', tx);
    const width = Math.max(1, Math.floor((BUCKETS * MAX_USERS_PER_RANGE) / Math.max(users, MAX_USERS_PER_RANGE)));
    const vbTo = Math.min(BUCKETS, nextVb + width);
    const uids =
      value === null
        ? await this.removals.removeAttribute(tx, claimed, vbTo)
        : await this.removals.removeValue(tx, claimed, vbTo);
    await this.outbox.add(tx, { appId, kind: 'attribute', uids: uids.toSorted((a, b) => a - b), keys: [attrId] });
    await this.removals.advance(tx, removalId, vbTo, vbTo === BUCKETS);
    return true;
  }
}
