import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import type { Tx } from '#platform/db';
import { ErasureReceiptRepository, type ErasureReceipt, type NewErasureReceipt } from './erasure-receipt.repository.js';
import { RecheckRepository, type Recheck } from './recheck.repository.js';

/** Records what an erasure leaves behind: its receipt, its re-check and its entry of the audit log. None names a person. */
@Injectable()
export class ErasureRecordService {
  constructor(
    private readonly receipts: ErasureReceiptRepository,
    private readonly rechecks: RecheckRepository,
    private readonly audit: AuditService,
  ) {}

  /** Records one batch in its transaction. */
  async recordBatch(
    tx: Tx,
    receipt: NewErasureReceipt,
    { origin, places }: Pick<Recheck, 'places'> & { origin: Origin },
  ): Promise<void> {
    const { appId, receiptId, users } = receipt;
    await this.receipts.addBatch(tx, receipt);
    await this.rechecks.insert(tx, { appId, toUid: null, places });
    const entry = { action: 'users.erase', subject: `receipt ${receiptId}, ${users} users` };
    await this.audit.append(tx, appId, origin, [entry]);
  }

  async findReceipt(appId: number, receiptId: string): Promise<ErasureReceipt | undefined> {
    return this.receipts.find(appId, receiptId);
  }

  async listReceipts(appId: number, limit: number, after: string | undefined): Promise<ErasureReceipt[]> {
    return this.receipts.listPage(appId, limit, after);
  }

  /** Receipts that contain the hash of an extId, newest first. */
  async findReceipts(appId: number, hash: Buffer): Promise<ErasureReceipt[]> {
    return this.receipts.findByHash(appId, hash);
  }
}
