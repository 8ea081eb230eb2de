import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SYSTEM, type Origin } from '#libs/audit';
import { ApplicationService } from '#libs/tenancy';
import { PermanentErasureService } from '#libs/users/registry';
import { uniqueExtIds, withTrimmed } from '#libs/users/identities';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { trimInvisible } from '#platform/spelling';
import type { ErasureReceipt } from './erasure-receipt.repository.js';
import { ErasureRecordService } from './erasure-record.service.js';
import { PersonalDataService } from './personal-data.service.js';
import { SaltService } from './salt.service.js';

/** Users of one transaction. A person may have thousands of events and results, and a write must end within 5 s. */
const BATCH_SIZE = 100;

export interface Erasure {
  receiptId: string;
}

/**
 * Erases people for good (specification, section 4.1): from every table of every module, with a receipt that names no
 * person. Statistics stay. Bare ids also stay in the change feed, in frozen audiences and in segment members; no row leads
 * from such an id to a person.
 */
@Injectable()
export class ErasureService {
  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationService,
    private readonly people: PermanentErasureService,
    private readonly personalData: PersonalDataService,
    private readonly records: ErasureRecordService,
    private readonly salts: SaltService,
  ) {}

  /**
   * `deleteUsersPermanently`: erases users and whatever names them. Unknown extIds are searched for as well, because
   * targets and unmatched events may contain them. Each batch adds to the receipt in its own transaction: after a crash
   * the receipt has all that is done, and the request can be repeated.
   *
   * @param continued.receiptId  of an erasure that this one goes on with; absent: it gets a receipt of its own
   * @throws AppError not_granted (4000) unless the application may erase, missing_field, malformed
   */
  async eraseUsers(
    appId: number,
    extIds: readonly string[],
    origin: Origin = SYSTEM,
    { receiptId = randomUUID() }: Partial<Erasure> = {},
  ): Promise<Erasure> {
    const { settings } = await this.applications.getApplication(appId);
    if (!settings.permanentDeletion) {
      throw new AppError('not_granted', 'Permanent deletion is not granted to this application');
    }
    const unique = uniqueExtIds(extIds);
    const hash = await this.salts.createHasher(appId);
    const hashExtId = (extId: string): Buffer => hash(trimInvisible(extId));
    for (let from = 0; from < unique.length; from += BATCH_SIZE) {
      const batch = unique.slice(from, from + BATCH_SIZE);
      await this.db.inTransaction(() =>
        this.db.tx((tx) =>
          this.eraseBatch(tx, appId, withTrimmed(batch), {
            receiptId,
            hashes: batch.map(hashExtId),
            origin,
            country: settings.defaultCountry,
          }),
        ),
      );
    }
    return { receiptId };
  }

  /** @throws AppError unknown_id */
  async getReceipt(appId: number, receiptId: string): Promise<ErasureReceipt> {
    const receipt = await this.records.findReceipt(appId, receiptId);
    if (!receipt) {
      throw new AppError('unknown_id', `There is no receipt ${receiptId}`);
    }
    return receipt;
  }

  /** A page of receipts, newest first. @param after  the last one of the page before */
  async listReceipts(appId: number, limit: number, after?: string): Promise<ErasureReceipt[]> {
    return this.records.listReceipts(appId, limit, after);
  }

  /** Receipts of the erasures that named an extId, newest first. They prove the erasure. */
  async findReceipts(appId: number, extId: string): Promise<ErasureReceipt[]> {
    return this.records.findReceipts(appId, (await this.salts.createHasher(appId))(trimInvisible(extId)));
  }

  private async eraseBatch(
    tx: Tx,
    appId: number,
    extIds: readonly string[],
    {
      origin,
      country,
      ...receipt
    }: { receiptId: string; hashes: readonly Buffer[]; origin: Origin; country: string | null },
  ): Promise<void> {
    const { users, counts, ...people } = await this.people.erase(tx, appId, extIds);
    const otherCounts = await this.personalData.eraseData(tx, appId, { ...people, extIds, country });
    const batch = { appId, ...receipt, users, counts: { ...counts, ...otherCounts } };
    await this.records.recordBatch(tx, batch, { origin, places: people.places });
  }
}
