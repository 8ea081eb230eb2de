import { Injectable } from '@nestjs/common';
import { Database, isRolledBack, isUniqueViolation, type Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { inAttempts, Raced } from '../attempts.js';
import { ContactRepository, type ContactOfUser } from '../addresses/contact.repository.js';
import { DeviceWriter } from './device-writer.service.js';
import { Outdated, RemovalService, type Settled } from '../attributes/removal.service.js';
import { STANDARD } from '../attributes/standard-attributes.js';
import { TagService } from '../tags/tag.service.js';
import { UidAllocator } from '../numbers/uid-allocator.js';
import { UserEraser } from '../erasure/user-eraser.service.js';
import {
  checkCreated,
  checkLengths,
  hasAddress,
  required,
  rowOf,
  sorted,
  Stranger,
  type Batch,
  type Wanted,
} from './user-batch.js';
import { UserRepository, type AttributeMode, type KnownUser, type WrittenUser } from '../user.repository.js';
import type { UserChange } from '../users.types.js';

/** After a batch with a new user, so many are looked up before the next one is presumed to have none. */
const LOOKED_UP = 20;

/** The one way in which users with an extId are created and changed: a batch is one transaction. */
@Injectable()
export class UserWriter {
  /** By application: how many of the next batches are looked up. */
  private readonly lookUps = new Map<number, number>();

  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly contacts: ContactRepository,
    private readonly tags: TagService,
    private readonly ids: UidAllocator,
    private readonly devices: DeviceWriter,
    private readonly removals: RemovalService,
    private readonly eraser: UserEraser,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Writes what the request wants of each user, creating who is missing, and says in the change feed what changed.
   * Numbers are taken before the transaction, in a short one of their own; one that another request makes needless is a
   * harmless gap.
   *
   * @param attrIds  number of every attribute code in `changes`
   * @param mode     with `push` every attribute in `changes` is an array, whose elements are added to those present
   * @throws Outdated when one of the attributes was deleted from all users meanwhile; malformed when an array grows too long
   */
  async write(
    appId: number,
    changes: readonly UserChange[],
    attrIds: ReadonlyMap<string, number>,
    mode: AttributeMode = 'set',
  ): Promise<void> {
    const tagIds = await this.tags.idsOf(appId, new Set(changes.flatMap((change) => [...change.tags])));
    const wanted = { appId, changes, attrIds, tagIds, mode };
    if (this.mayPresume(wanted) && (await this.writeKnown(wanted))) {
      return;
    }
    const outdated = await inAttempts(async () => {
      const batch = await this.prepare(wanted);
      return this.db.tx((tx) => this.commit(tx, batch)).catch(outdatedOf);
    });
    if (outdated) {
      throw outdated;
    }
  }

  /** Whether a batch needs nothing of a user but its extId, and the last ones had known users alone. */
  private mayPresume({ appId, changes }: Wanted): boolean {
    const left = this.lookUps.get(appId) ?? 0;
    this.lookUps.set(appId, Math.max(0, left - 1));
    return left === 0 && changes.every((one) => one.devices.size === 0 && !hasAddress(one));
  }

  /**
   * Writes a batch without looking its users up, which is a fifth of the work: of who exists, the upsert needs no number
   * and tells it. Each proposed number is the bucket itself, which is nobody's (numbers are counted from 1024 on), so a
   * user that is new shows as created, or two of one bucket as a conflict; then nothing is written.
   *
   * @returns false when one was new, or a race was lost
   */
  private async writeKnown(wanted: Wanted): Promise<boolean> {
    const rows = wanted.changes.map((change) => rowOf(wanted, change, change.vb));
    const batch: Batch = { ...wanted, presumed: true, known: new Map(), rows, devices: [] };
    try {
      await this.db.tx((tx) => this.commit(tx, batch));
      return true;
    } catch (error) {
      if (error instanceof Stranger || isUniqueViolation(error)) {
        this.lookUps.set(wanted.appId, LOOKED_UP);
      } else if (!isRolledBack(error)) {
        throw error;
      }
      return false;
    }
  }

  private async prepare(wanted: Wanted): Promise<Batch> {
    const { appId, changes } = wanted;
    const known = await this.find(appId, changes);
    const missing = changes.filter((change) => !known.has(change.extId));
    const [uids, devices] = await Promise.all([
      this.ids.allocate(
        appId,
        'user',
        missing.map((change) => change.vb),
      ),
      this.devices.plan(appId, changes, known),
    ]);
    const made = new Map(missing.map((change, i) => [change.extId, uids[i]]));
    const rows = changes.map((change) =>
      rowOf(wanted, change, required(known.get(change.extId)?.uid ?? made.get(change.extId))),
    );
    return { ...wanted, presumed: false, known, rows, devices };
  }

  private async commit(tx: Tx, batch: Batch): Promise<void> {
    const { appId, rows, known } = batch;
    const attrIds = new Set(rows.flatMap((row) => [...row.attrs.keys()]));
    const settled = await this.removals.settle(
      tx,
      appId,
      sorted(attrIds),
      [...known.values()].map(({ uid }) => uid),
    );
    if (batch.presumed && settled.removals.length > 0) {
      throw new Stranger('Removals are to be settled for users whose numbers are not known');
    }
    const written = await this.users.upsert(tx, appId, rows, batch.mode);
    checkLengths(written);
    checkCreated(written, batch);
    await this.survive(tx, batch, written, settled);
    await this.writeContacts(tx, batch, written);
    const moved =
      batch.devices.length > 0
        ? await this.devices.write(tx, appId, batch.devices, await this.uidsOf(tx, batch, written))
        : [];
    const changed = sorted([...written.map((user) => user.uid), ...settled.uids]);
    const created = written.filter((user) => user.created).map((user) => user.uid);
    if (rows.some((row) => row.email !== undefined)) {
      attrIds.add(STANDARD.email);
    }
    if (rows.some((row) => row.msisdn !== undefined)) {
      attrIds.add(STANDARD.msisdn);
    }
    const tagIds = new Set(rows.flatMap((row) => [...row.tags]));
    await this.outbox.add(tx, { appId, kind: 'user', uids: sorted(created), keys: [] });
    await this.outbox.add(tx, {
      appId,
      kind: 'attribute',
      uids: attrIds.size > 0 ? changed : [],
      keys: sorted(attrIds),
    });
    await this.outbox.add(tx, { appId, kind: 'tag', uids: tagIds.size > 0 ? changed : [], keys: sorted(tagIds) });
    await this.outbox.add(tx, { appId, kind: 'installation', uids: sorted(moved), keys: [] });
  }

  private async find(appId: number, changes: readonly UserChange[], tx?: Tx): Promise<Map<string, KnownUser>> {
    const found = await this.users.findByExtIds(
      appId,
      changes.map((change) => change.vb),
      changes.map((change) => change.extId),
      tx,
    );
    return new Map(found.map((user) => [user.extId, user]));
  }

  /** Where each user lives; one that another request made in between has another number than the one proposed. */
  private async uidsOf(
    tx: Tx,
    { appId, changes, known }: Batch,
    written: readonly WrittenUser[],
  ): Promise<Map<string, number>> {
    const uids = new Map<string, number>();
    for (const user of [...known.values(), ...written]) {
      uids.set(user.extId, user.uid);
    }
    const unsure = changes.filter((change) => !uids.has(change.extId));
    for (const user of unsure.length > 0 ? (await this.find(appId, unsure, tx)).values() : []) {
      uids.set(user.extId, user.uid);
    }
    return uids;
  }

  /** Lets the users of the batch keep what they have now, in spite of removals that are under way. */
  private async survive(
    tx: Tx,
    { appId, rows, known }: Batch,
    written: readonly WrittenUser[],
    settled: Settled,
  ): Promise<void> {
    if (settled.removals.length === 0) {
      return;
    }
    const created = new Map(written.filter((user) => user.created).map((user) => [user.extId, user.uid]));
    const uids = rows.flatMap(({ extId }) => known.get(extId)?.uid ?? created.get(extId) ?? []);
    if (uids.length < rows.length) {
      throw new Raced('Another request made a user that no removal was settled for');
    }
    await this.removals.survive(tx, appId, settled, uids);
  }

  private async writeContacts(tx: Tx, { appId, rows, known }: Batch, written: readonly WrittenUser[]): Promise<void> {
    if (!rows.some(hasAddress)) {
      return;
    }
    const uids = new Map(written.map((user) => [user.extId, user.uid]));
    const gone: ContactOfUser[] = [];
    const come: ContactOfUser[] = [];
    for (const row of rows) {
      const uid = uids.get(row.extId);
      for (const kind of uid === undefined ? [] : (['email', 'msisdn'] as const)) {
        const [before, after] = [known.get(row.extId)?.[kind], row[kind]];
        if (uid !== undefined && after !== undefined && after !== before) {
          come.push({ uid, kind, address: after });
          gone.push(...(before ? [{ uid, kind, address: before }] : []));
        }
      }
    }
    if (gone.length > 0) {
      await this.contacts.delete(tx, appId, gone);
    }
    if (come.length > 0) {
      await this.contacts.lock(tx, appId, 'shared');
      await this.contacts.insert(tx, appId, come);
      await this.eraser.erase(tx, appId, await this.contacts.findUploaded(tx, appId, come));
    }
  }
}

/** Trying again with the same ids is of no use; the caller has to find out the new ones. */
function outdatedOf(error: unknown): Outdated {
  if (error instanceof Outdated) {
    return error;
  }
  throw error;
}
