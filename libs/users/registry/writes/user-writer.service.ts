import { Injectable } from '@nestjs/common';
import { ADDRESS_KINDS } from '#libs/channels/definitions';
import { mapInStretches } from '#platform/async';
import { Database, isRolledBack, isUniqueViolation, type Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { retryOnConflict, ConcurrentWriteError, type Contact, UidAllocatorService } from '#libs/users/identities';
import { ContactWriterService } from './contact-writer.service.js';
import { DeviceWriterService } from './device-writer.service.js';
import {
  StaleAttributeError,
  RemovalService,
  type AppliedRemovals,
  STANDARD_ATTRIBUTE_IDS,
  TagService,
  UserRepository,
  type AttributeMode,
  type ExistingUser,
  type WrittenUser,
} from '#libs/users/profiles';
import {
  checkCreated,
  checkArrayLengths,
  hasAddress,
  requireId,
  unusedUids,
  toConsentRows,
  collectReported,
  toUserRow,
  sortUnique,
  UnexpectedNewUserError,
  type UserBatch,
  type BatchInput,
} from './user-batch.js';
import { BY_HERALD, declareConsentOrigin, type ConsentOrigin } from '#libs/users/consent';
import type { UserChange } from './user-changes.js';

/** After a batch with a new user, this many batches look their users up. */
const LOOKUP_BATCHES = 20;

/** Numbers of users of a batch. One that it creates is not counted as changed. */
export interface WrittenCount {
  created: number;
  changed: number;
}

/** Creates and changes users with an extId. A batch is one transaction. */
@Injectable()
export class UserWriterService {
  /** By application: the number of next batches that look their users up. */
  private readonly remainingLookups = new Map<number, number>();

  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly contactWriter: ContactWriterService,
    private readonly tags: TagService,
    private readonly uidAllocator: UidAllocatorService,
    private readonly devices: DeviceWriterService,
    private readonly removals: RemovalService,
    private readonly outbox: OutboxRepository,
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
      return this.db.tx((tx) => this.commitBatch(tx, batch)).catch(catchStaleAttribute);
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
      return await this.db.tx((tx) => this.commitBatch(tx, batch));
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
    const existing = await this.findExisting(appId, changes);
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

  private async commitBatch(tx: Tx, batch: UserBatch): Promise<WrittenCount> {
    const { appId, rows, existing } = batch;
    const attrIds = new Set(rows.flatMap((row) => [...row.attrs.keys()]));
    const appliedRemovals = await this.removals.applyToUsers(
      tx,
      appId,
      sortUnique(attrIds),
      [...existing.values()].map(({ uid }) => uid),
    );
    if (batch.assumeExisting && appliedRemovals.removals.length > 0) {
      throw new UnexpectedNewUserError('Pending removals need the uids of the users');
    }
    const written = await this.users.upsert(tx, appId, rows, batch.mode);
    checkArrayLengths(written);
    checkCreated(written, batch);
    await this.insertSurvivors(tx, batch, written, appliedRemovals);
    await this.writeContacts(tx, batch, written);
    const consents = batch.changes.filter(({ consent }) => consent);
    if (consents.length > 0 || batch.devices.some(({ details }) => details?.pushPermitted !== undefined)) {
      await declareConsentOrigin(tx, batch.origin);
    }
    const uids =
      batch.devices.length > 0 || consents.length > 0
        ? await this.resolveUids(tx, batch, written)
        : new Map<string, number>();
    const consentUids =
      consents.length > 0 ? await this.users.setConsents(tx, appId, toConsentRows(consents, uids)) : [];
    const installationUids =
      batch.devices.length > 0 ? await this.devices.writeDevices(tx, appId, batch.devices, uids) : [];
    const changed = sortUnique([...written.map((user) => user.uid), ...appliedRemovals.uids]);
    const created = written.filter((user) => user.created).map((user) => user.uid);
    for (const kind of ADDRESS_KINDS) {
      if (rows.some((row) => row[kind] !== undefined)) {
        attrIds.add(STANDARD_ATTRIBUTE_IDS[kind]);
      }
    }
    const tagIds = new Set(rows.flatMap((row) => [...row.tags]));
    await this.outbox.add(tx, { appId, kind: 'user', uids: sortUnique([...created, ...consentUids]), keys: [] });
    await this.outbox.add(tx, {
      appId,
      kind: 'attribute',
      uids: attrIds.size > 0 ? changed : [],
      keys: sortUnique(attrIds),
    });
    await this.outbox.add(tx, { appId, kind: 'tag', uids: tagIds.size > 0 ? changed : [], keys: sortUnique(tagIds) });
    await this.outbox.add(tx, { appId, kind: 'installation', uids: sortUnique(installationUids), keys: [] });
    const known = new Set([...written, ...existing.values()].map((user) => user.uid));
    const touched = new Set([...changed, ...[...installationUids, ...consentUids].filter((uid) => known.has(uid))]);
    return { created: created.length, changed: touched.size - created.length };
  }

  private async findExisting(
    appId: number,
    changes: readonly UserChange[],
    tx?: Tx,
  ): Promise<Map<string, ExistingUser>> {
    const users = await this.users.findByExtIds(
      appId,
      changes.map((change) => change.vb),
      changes.map((change) => change.extId),
      tx,
    );
    return new Map(users.map((user) => [user.extId, user]));
  }

  /** Uids of a batch. A user that another request created in between has another uid than the proposed one. */
  private async resolveUids(
    tx: Tx,
    { appId, changes, existing }: UserBatch,
    written: readonly WrittenUser[],
  ): Promise<Map<string, number>> {
    const uids = new Map<string, number>();
    for (const user of [...existing.values(), ...written]) {
      uids.set(user.extId, user.uid);
    }
    const unresolved = changes.filter((change) => !uids.has(change.extId));
    for (const user of unresolved.length > 0 ? (await this.findExisting(appId, unresolved, tx)).values() : []) {
      uids.set(user.extId, user.uid);
    }
    return uids;
  }

  /** Lets the users of the batch keep their new values in spite of pending removals. */
  private async insertSurvivors(
    tx: Tx,
    { appId, rows, existing }: UserBatch,
    written: readonly WrittenUser[],
    appliedRemovals: AppliedRemovals,
  ): Promise<void> {
    if (appliedRemovals.removals.length === 0) {
      return;
    }
    const created = new Map(written.filter((user) => user.created).map((user) => [user.extId, user.uid]));
    const uids = rows.flatMap(({ extId }) => existing.get(extId)?.uid ?? created.get(extId) ?? []);
    if (uids.length < rows.length) {
      throw new ConcurrentWriteError('Another request created a user that no removal was applied to');
    }
    await this.removals.insertSurvivors(tx, appId, appliedRemovals, uids);
  }

  private async writeContacts(
    tx: Tx,
    { appId, rows, existing }: UserBatch,
    written: readonly WrittenUser[],
  ): Promise<void> {
    if (!rows.some(hasAddress)) {
      return;
    }
    const uids = new Map(written.map((user) => [user.extId, user.uid]));
    const removed: Contact[] = [];
    const added: Contact[] = [];
    for (const row of rows) {
      const uid = uids.get(row.extId);
      for (const kind of uid === undefined ? [] : ADDRESS_KINDS) {
        const [before, after] = [existing.get(row.extId)?.[kind], row[kind]];
        if (uid !== undefined && after !== undefined && after !== before) {
          added.push({ uid, kind, address: after });
          removed.push(...(before ? [{ uid, kind, address: before }] : []));
        }
      }
    }
    await this.contactWriter.replaceContacts(tx, appId, removed, added);
  }
}

/** Another attempt with the same ids would fail again; the caller has to look them up. */
function catchStaleAttribute(error: unknown): StaleAttributeError {
  if (error instanceof StaleAttributeError) {
    return error;
  }
  throw error;
}
