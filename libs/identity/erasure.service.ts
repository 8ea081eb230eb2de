import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RecordsService } from '#libs/delivery';
import { EventsService } from '#libs/events';
import { InboxUpkeep } from '#libs/inbox';
import { DirectSends } from '#libs/notifications';
import { ApplicationService } from '#libs/tenancy';
import { uniqueExtIds, UserEraserService, UserLookupService } from '#libs/users';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { ReceiptRepository, type Receipt } from './receipt.repository.js';
import { SaltService } from './salt.service.js';
import { SecondLookRepository } from './second-look.repository.js';

/** Users of one transaction: a person may have thousands of events and results, and a write ends within 5 s. */
const USERS_AT_ONCE = 100;

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
    private readonly inbox: InboxUpkeep,
    private readonly records: RecordsService,
    private readonly direct: DirectSends,
    private readonly receipts: ReceiptRepository,
    private readonly salts: SaltService,
    private readonly looks: SecondLookRepository,
  ) {}

  /**
   * `deleteUsersPermanently`: erases users and whatever names them. Who does not exist is looked for too, because targets
   * and unmatched events may name anybody. Users go some at a time, each time with their part of the receipt, so that
   * after a crash the receipt says who is gone, and the request can be repeated.
   *
   * @throws AppError not_granted (4000) unless the application has it granted, missing_field, malformed
   */
  async erase(appId: number, extIds: readonly string[]): Promise<Erasure> {
    const { settings } = await this.applications.getApplication(appId);
    if (!settings.permanentDeletion) {
      throw new AppError('not_granted', 'Permanent deletion is not granted to this application');
    }
    const unique = uniqueExtIds(extIds);
    const hashOf = await this.salts.hasher(appId);
    const receiptId = randomUUID();
    for (let from = 0; from < unique.length; from += USERS_AT_ONCE) {
      const part = unique.slice(from, from + USERS_AT_ONCE);
      await this.db.inTransaction(() =>
        this.db.tx((tx) => this.erasePart(tx, appId, part, { receiptId, hashes: part.map(hashOf) })),
      );
    }
    return { receiptId };
  }

  /** Receipts of erasures that an extId was named in, newest first: the proof that somebody was erased. */
  async receiptsOf(appId: number, extId: string): Promise<Receipt[]> {
    return this.receipts.find(appId, (await this.salts.hasher(appId))(extId));
  }

  private async erasePart(
    tx: Tx,
    appId: number,
    extIds: readonly string[],
    receipt: { receiptId: string; hashes: readonly Buffer[] },
  ): Promise<void> {
    const subjects = await this.users.findSubjects(tx, appId, extIds);
    const departed = await this.users.takeDeletedUsers(tx, appId, extIds);
    const present = subjects.map(({ uid }) => uid);
    const uids = [...present, ...departed.map(({ uid }) => uid)];
    const places = [
      ...(await this.users.findResultBuckets(appId, present, tx)),
      ...departed.flatMap(({ uid, vbs }) => vbs.map((vb) => ({ uid, vb }))),
    ];
    const ofUsers = await this.eraser.eraseUsers(tx, appId, present);
    const sent = await this.records.erase(tx, appId, {
      places,
      extIds,
      tokens: subjects.flatMap(({ tokens }) => tokens),
      addresses: subjects.flatMap(({ addresses }) => addresses),
    });
    const said = await this.direct.erase(tx, appId, sent.notificationKeys);
    const messages = await this.inbox.erase(tx, appId, uids, sent.dispatchIds);
    const events = await this.events.erase(tx, appId, uids, extIds);
    await this.receipts.add(tx, {
      appId,
      ...receipt,
      users: subjects.length,
      counts: {
        ...ofUsers,
        ...sent.counts,
        'notifications.definition': said,
        'inbox.message': messages,
        'events.event': events,
      },
    });
    await this.looks.insert(tx, { appId, toUid: null, places });
  }
}
