import { Injectable } from '@nestjs/common';
import { Recurring } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { ClockService } from '#platform/runtime';
import { UidBlockRepository, retryOnConflict } from '#libs/users/identities';
import { createAttributeSeal, isClear } from './attribute-seal.js';
import { SEALED_PREFIX } from './sealed-text.js';
import { SealingKeyService } from './sealing-key.service.js';
import { SealingRepository } from './sealing.repository.js';

/** Longer than a write transaction and a cached definition together: after that no process writes clear values. */
const GRACE_MS = 60_000;
/** Approximate users of one range: a transaction of some hundred milliseconds. */
const MAX_USERS_PER_RANGE = 2000;
/** Readers seal values at once; this is how soon the stored ones are. */
const SEALING_MS = 15_000;

/**
 * Seals what rows had when their attribute became sealed. Until it is done, targets match both forms and readers open
 * what is sealed.
 */
@Injectable()
export class SealingService {
  constructor(
    private readonly db: Database,
    private readonly clock: ClockService,
    private readonly repository: SealingRepository,
    private readonly keys: SealingKeyService,
    private readonly uidBlocks: UidBlockRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Seals range by range. Each range is a short transaction that also moves the cursor, so that work continues there
   * after a crash, and several schedulers take turns.
   *
   * @param graceMs  minimum age of the work
   */
  @Recurring('attributes.seal', SEALING_MS)
  async processSealings(graceMs = GRACE_MS): Promise<void> {
    const before = new Date(this.clock.now().getTime() - graceMs);
    while (await retryOnConflict(() => this.db.tx((tx) => this.processRange(tx, before)))) {
      // One range each time.
    }
  }

  /** @returns false when no work is left */
  private async processRange(tx: Tx, before: Date): Promise<boolean> {
    const claimed = await this.repository.claimNext(tx, before);
    if (!claimed) {
      return false;
    }
    const { appId, attrId, code, nextVb } = claimed;
    const users = await this.uidBlocks.countAllocated(appId, 'user', tx);
    const width = Math.max(1, Math.floor((BUCKETS * MAX_USERS_PER_RANGE) / Math.max(users, MAX_USERS_PER_RANGE)));
    const vbTo = Math.min(BUCKETS, nextVb + width);
    const seal = createAttributeSeal(appId, code, await this.keys.getKey(appId, tx), true);
    const found = await this.repository.findClear(tx, claimed, vbTo, SEALED_PREFIX);
    const values = found
      .filter(({ value }) => isClear(value))
      .map(({ uid, value }) => ({ uid, clear: value, sealed: seal.seal(seal.open(value)) }));
    const uids = values.length > 0 ? await this.repository.writeValues(tx, claimed, values) : [];
    if (uids.length > 0) {
      uids.sort((a, b) => a - b);
      await this.outbox.add(tx, { appId, kind: 'attribute', uids, keys: [attrId] });
    }
    await this.repository.advance(tx, claimed, vbTo, vbTo === BUCKETS);
    return true;
  }
}
