import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { malformed } from '#platform/errors';
import { inAttempts, Raced } from './attempts.js';
import { MAX_ELEMENTS } from './attribute-values.js';
import type { AttributeValue } from './attribute.types.js';
import { ContactRepository, type ContactOfUser } from './contact.repository.js';
import { DeviceWriter, type PlannedDevice } from './device-writer.service.js';
import { RemovalService, type Settled } from './removal.service.js';
import { STANDARD } from './standard-attributes.js';
import { TagService } from './tag.service.js';
import { UidAllocator } from './uid-allocator.js';
import { UserEraser } from './user-eraser.service.js';
import {
  UserRepository,
  type AttributeMode,
  type KnownUser,
  type UserRow,
  type WrittenUser,
} from './user.repository.js';
import type { UserChange } from './users.types.js';

interface Batch {
  appId: number;
  changes: readonly UserChange[];
  attrIds: ReadonlyMap<string, number>;
  tagIds: ReadonlyMap<string, number>;
  mode: AttributeMode;
  known: ReadonlyMap<string, KnownUser>;
  rows: readonly UserRow[];
  devices: readonly PlannedDevice[];
}

/** The one way in which users with an extId are created and changed: a batch is one transaction. */
@Injectable()
export class UserWriter {
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
   * @throws Raced when one of the attributes was deleted from all users meanwhile; malformed when an array grows too long
   */
  async write(
    appId: number,
    changes: readonly UserChange[],
    attrIds: ReadonlyMap<string, number>,
    mode: AttributeMode = 'set',
  ): Promise<void> {
    const tagIds = await this.tags.idsOf(appId, new Set(changes.flatMap((change) => [...change.tags])));
    await inAttempts(async () => {
      const batch = await this.prepare({ appId, changes, attrIds, tagIds, mode });
      await this.db.tx((tx) => this.commit(tx, batch));
    });
  }

  private async prepare(wanted: Omit<Batch, 'known' | 'rows' | 'devices'>): Promise<Batch> {
    const { appId, changes, attrIds, tagIds } = wanted;
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
    const rows = changes.map(({ extId, vb, email, msisdn, ...change }): UserRow => {
      const attrs = new Map<number, AttributeValue>();
      for (const [code, value] of change.attrs) {
        attrs.set(required(attrIds.get(code)), value);
      }
      const tags = new Set<number>();
      for (const name of change.tags) {
        tags.add(required(tagIds.get(name)));
      }
      return { uid: required(known.get(extId)?.uid ?? made.get(extId)), vb, extId, attrs, tags, email, msisdn };
    });
    return { ...wanted, known, rows, devices };
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
    const written = await this.users.upsert(tx, appId, rows, batch.mode);
    checkLengths(written);
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
    if (rows.every((row) => row.email === undefined && row.msisdn === undefined)) {
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

function checkLengths(written: readonly WrittenUser[]): void {
  const full = written.find(({ longest = 0 }) => longest > MAX_ELEMENTS);
  if (full) {
    throw malformed(`An attribute of user '${full.extId}' would have more than ${MAX_ELEMENTS} values`);
  }
}

function sorted(ids: Iterable<number>): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

function required(id: number | undefined): number {
  if (id === undefined) {
    throw new Error('A change names a user, an attribute or a tag that has no number');
  }
  return id;
}
