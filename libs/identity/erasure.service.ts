import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DeliveryErasureService } from '#libs/delivery';
import { EventsService } from '#libs/events';
import { InboxMaintenanceService } from '#libs/inbox';
import { AddressSendService } from '#libs/notifications';
import { ApplicationService } from '#libs/tenancy';
import { uniqueExtIds, UserEraserService, UserLookupService } from '#libs/users';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { ErasureReceiptRepository, type ErasureReceipt } from './erasure-receipt.repository.js';
import { SaltService } from './salt.service.js';
import { RecheckRepository } from './recheck.repository.js';

/** Users of one transaction: a person may have thousands of events and results, and a write ends within 5 s. */
const BATCH_SIZE = 100;

export interface Erasure {
  receiptId: string;
}

/**
 * Erases people for good (specification, section 4.1): from every table of every room, with a receipt that tells nothing
 * of them. What stays are figures, and bare numbers of users and installations in the change feed, in frozen audiences and
 * in sets of segment members: no row leads from such a number to a person any more.
 */
@Injectable()
export class ErasureService {
  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationService,
    private readonly users: UserLookupService,
    private readonly eraser: UserEraserService,
    private readonly events: EventsService,
    private readonly inbox: InboxMaintenanceService,
    private readonly deliveryErasure: DeliveryErasureService,
    private readonly addressSends: AddressSendService,
    private readonly receipts: ErasureReceiptRepository,
    private readonly salts: SaltService,
    private readonly rechecks: RecheckRepository,
  ) {}

  /**
   * `deleteUsersPermanently`: erases users and whatever names them. Who does not exist is looked for too, because targets
   * and unmatched events may name anybody. Users go some at a time, each time with their part of the receipt, so that
   * after a crash the receipt says who is gone, and the request can be repeated.
   *
   * @throws AppError not_granted (4000) unless the application has it granted, missing_field, malformed
   */
  async eraseUsers(appId: number, extIds: readonly string[]): Promise<Erasure> {
    const { settings } = await this.applications.getApplication(appId);
    if (!settings.permanentDeletion) {
      throw new AppError('not_granted', 'Permanent deletion is not granted to this application');
    }
    const unique = uniqueExtIds(extIds);
    const hashExtId = await this.salts.createHasher(appId);
    const receiptId = randomUUID();
    for (let from = 0; from < unique.length; from += BATCH_SIZE) {
      const batch = unique.slice(from, from + BATCH_SIZE);
      await this.db.inTransaction(() =>
        this.db.tx((tx) => this.eraseBatch(tx, appId, batch, { receiptId, hashes: batch.map(hashExtId) })),
      );
    }
    return { receiptId };
  }

  /** Receipts of erasures that an extId was named in, newest first: the proof that somebody was erased. */
  async findReceipts(appId: number, extId: string): Promise<ErasureReceipt[]> {
    return this.receipts.findByHash(appId, (await this.salts.createHasher(appId))(extId));
  }

  private async eraseBatch(
    tx: Tx,
    appId: number,
    extIds: readonly string[],
    receipt: { receiptId: string; hashes: readonly Buffer[] },
  ): Promise<void> {
    const subjects = await this.users.findSubjects(tx, appId, extIds);
    const deletedUsers = await this.users.takeDeletedUsers(tx, appId, extIds);
    const presentUids = subjects.map(({ uid }) => uid);
    const uids = [...presentUids, ...deletedUsers.map(({ uid }) => uid)];
    const resultBuckets = [
      ...(await this.users.findResultBuckets(appId, presentUids, tx)),
      ...deletedUsers.flatMap(({ uid, vbs }) => vbs.map((vb) => ({ uid, vb }))),
    ];
    const userCounts = await this.eraser.eraseUsers(tx, appId, presentUids);
    const erasedDelivery = await this.deliveryErasure.erase(tx, appId, {
      locations: resultBuckets,
      extIds,
      tokens: subjects.flatMap(({ tokens }) => tokens),
      addresses: subjects.flatMap(({ addresses }) => addresses),
    });
    const definitionCount = await this.addressSends.eraseMessages(tx, appId, erasedDelivery.notificationKeys);
    const messageCount = await this.inbox.eraseMessages(tx, appId, uids, erasedDelivery.dispatchIds);
    const eventCount = await this.events.eraseEvents(tx, appId, uids, extIds);
    await this.receipts.addBatch(tx, {
      appId,
      ...receipt,
      users: subjects.length,
      counts: {
        ...userCounts,
        ...erasedDelivery.counts,
        'notifications.definition': definitionCount,
        'inbox.message': messageCount,
        'events.event': eventCount,
      },
    });
    await this.rechecks.insert(tx, { appId, toUid: null, resultBuckets });
  }
}
