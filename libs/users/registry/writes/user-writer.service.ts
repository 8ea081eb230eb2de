import { Injectable } from '@nestjs/common';
import { mapInStretches } from '#platform/async';
import { Database, isRolledBack, isUniqueViolation } from '#platform/db';
import { retryOnConflict, UidAllocatorService } from '#libs/users/identities';
import { StaleAttributeError, TagService, UserRepository, type AttributeMode } from '#libs/users/profiles';
import { BY_HERALD, type ConsentOrigin } from '#libs/users/consent';
import { DeviceWriterService } from './device-writer.service.js';
import {
  findBatchUsers,
  hasAddress,
  requireId,
  unusedUids,
  collectReported,
  toUserRow,
  UnexpectedNewUserError,
  type UserBatch,
  type BatchInput,
} from './user-batch.js';
import { UserBatchService, type WrittenCount } from './user-batch.service.js';
import type { UserChange } from './user-changes.js';

/** After a batch with a new user, this many batches look their users up. */
const LOOKUP_BATCHES = 20;

/** Creates and changes users with an extId. A batch is one transaction. */
@Injectable()
export class UserWriterService {
  /** By application: the number of next batches that look their users up. */
  private readonly remainingLookups = new Map<number, number>();

  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly tags: TagService,
    private readonly uidAllocator: UidAllocatorService,
    private readonly devices: DeviceWriterService,
    private readonly batches: UserBatchService,
  ) {}

  /**
   * Writes the changes of a request, creates missing users, and adds all changes to the change feed. Ids are allocated
   * before the transaction, in a short one of their own. An unused id is a harmless gap.
   *
   * @param attrIds  id of every attribute code in `changes`
   * @param options.mode  with `push` every attribute in `changes` is an array, whose elements are added to the existing
   * ones
   * @throws StaleAttributeError when an attribute was deleted from all users; malformed when an array grows too long
   */
  async write(
    appId: number,
    changes: readonly UserChange[],
    attrIds: ReadonlyMap<string, number>,
    { mode = 'set', origin = BY_HERALD }: { mode?: AttributeMode; origin?: ConsentOrigin } = {},
  ): Promise<WrittenCount> {
    const tagIds = await this.tags.ensureIds(appId, new Set(changes.flatMap((change) => [...change.tags])));
    const input = { appId, changes, attrIds, tagIds, mode, origin };
    const count = this.canAssumeExisting(input) ? await this.writeExisting(input) : undefined;
    if (count) {
      return count;
    }
    const outcome = await retryOnConflict(async () => {
      const batch = await this.prepareBatch(input);
      return this.db.tx((tx) => this.batches.commit(tx, batch)).catch(catchStaleAttribute);
    });
    if (outcome instanceof StaleAttributeError) {
      throw outcome;
    }
    return outcome;
  }

  /** Tests if a batch needs nothing but the extIds of its users, and the last batches had existing users only. */
  private canAssumeExisting({ appId, changes }: BatchInput): boolean {
    const remaining = this.remainingLookups.get(appId) ?? 0;
    this.remainingLookups.set(appId, Math.max(0, remaining - 1));
    return (
      remaining === 0 && changes.every((change) => change.devices.size === 0 && !change.consent && !hasAddress(change))
    );
  }

  /**
   * Writes a batch without the look-up of its users, which is a fifth of the work: the upsert returns the uids of
   * existing users. The proposed uids are ones that no user will ever have, each of its own (`unusedUids`), so that a new
   * user shows as created and not as an error of the server. Then nothing is written.
   *
   * @returns undefined for a new user or a conflict
   */
  private async writeExisting(input: BatchInput): Promise<WrittenCount | undefined> {
    const uids = unusedUids(input.changes);
    const rows = await mapInStretches(input.changes, (change, i) => toUserRow(input, change, requireId(uids[i])));
    const batch: UserBatch = { ...input, assumeExisting: true, existing: new Map(), rows, devices: [] };
    try {
      return await this.db.tx((tx) => this.batches.commit(tx, batch));
    } catch (error) {
      if (error instanceof UnexpectedNewUserError || isUniqueViolation(error)) {
        this.remainingLookups.set(input.appId, LOOKUP_BATCHES);
      } else if (!isRolledBack(error)) {
        throw error;
      }
      return undefined;
    }
  }

  private async prepareBatch(input: BatchInput): Promise<UserBatch> {
    const { appId, changes } = input;
    const existing = await findBatchUsers(this.users, appId, changes);
    const missing = changes.filter((change) => !existing.has(change.extId));
    const [uids, devices] = await Promise.all([
      this.uidAllocator.allocate(
        appId,
        'user',
        missing.map((change) => change.vb),
      ),
      this.devices.planDevices(appId, changes, existing),
    ]);
    const allocated = new Map(missing.map((change, i) => [change.extId, uids[i]]));
    const reported = collectReported(devices);
    const rows = await mapInStretches(changes, (change) => {
      const uid = requireId(existing.get(change.extId)?.uid ?? allocated.get(change.extId));
      return toUserRow(input, change, uid, reported.get(change.extId));
    });
    return { ...input, assumeExisting: false, existing, rows, devices };
  }
}

/** Another attempt with the same ids would fail again; the caller has to look them up. */
function catchStaleAttribute(error: unknown): StaleAttributeError {
  if (error instanceof StaleAttributeError) {
    return error;
  }
  throw error;
}
