import { Injectable } from '@nestjs/common';
import { ADDRESS_KINDS } from '#libs/channels/definitions';
import { declareConsentOrigin } from '#libs/users/consent';
import { ConcurrentWriteError, type Contact } from '#libs/users/identities';
import {
  RemovalService,
  type AppliedRemovals,
  STANDARD_ATTRIBUTE_IDS,
  UserRepository,
  type WrittenUser,
} from '#libs/users/profiles';
import type { Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { ContactWriterService } from './contact-writer.service.js';
import { DeviceWriterService } from './device-writer.service.js';
import {
  checkCreated,
  checkArrayLengths,
  findBatchUsers,
  hasAddress,
  toConsentRows,
  sortUnique,
  UnexpectedNewUserError,
  type UserBatch,
} from './user-batch.js';

/** Numbers of users of a batch. One that it creates is not counted as changed. */
export interface WrittenCount {
  created: number;
  changed: number;
}

/** Writes a prepared batch with its addresses, consents, devices and changes of the feed, in one transaction. */
@Injectable()
export class UserBatchService {
  constructor(
    private readonly users: UserRepository,
    private readonly contactWriter: ContactWriterService,
    private readonly devices: DeviceWriterService,
    private readonly removals: RemovalService,
    private readonly outbox: OutboxRepository,
  ) {}

  /** @throws UnexpectedNewUserError where existing users were assumed; ConcurrentWriteError, StaleAttributeError */
  async commit(tx: Tx, batch: UserBatch): Promise<WrittenCount> {
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
    for (const user of unresolved.length > 0
      ? (await findBatchUsers(this.users, appId, unresolved, tx)).values()
      : []) {
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
