import { Injectable } from '@nestjs/common';
import type { Origin } from '#libs/audit';
import { ErasureService, type ErasureReceipt } from '#libs/identity';
import { malformed } from '#platform/errors';

/** ExtIds of one request: a batch of the erasure, so that each is one transaction and tells how far it is. */
export const MAX_ERASED_AT_ONCE = 100;

/**
 * A part of a list of people.
 *
 * @property receiptId  of the parts before; absent: the first one
 * @property confirm    the name of the application, as the member typed it
 */
export interface ErasurePart {
  extIds: readonly string[];
  receiptId?: string;
  confirm: string;
}

/** Erases people by a list of extIds, part by part under one receipt, and shows the receipts of before. */
@Injectable()
export class ErasureDeskService {
  constructor(private readonly erasures: ErasureService) {}

  /**
   * Erases a part of a list. Each part is in its receipt and in the audit log in the same transaction: after a fault the
   * receipt tells what is done, and the part can be asked for again.
   *
   * @throws AppError malformed for another confirmation, not_granted unless the application may erase, unknown_id for a
   *   receipt that is none of the application
   */
  async erasePart(
    origin: Origin,
    app: { id: number; name: string },
    { extIds, receiptId, confirm }: ErasurePart,
  ): Promise<ErasureReceipt> {
    if (confirm !== app.name) {
      throw malformed("Field 'confirm' should be the name of the application");
    }
    const continued =
      receiptId === undefined ? {} : { receiptId: (await this.getReceipt(app.id, receiptId)).receiptId };
    const erasure = await this.erasures.eraseUsers(app.id, extIds, origin, continued);
    return this.getReceipt(app.id, erasure.receiptId);
  }

  /** Receipts, newest first, or those of one extId. @param after  the last receipt of the page before */
  async listReceipts(
    appId: number,
    { extId, after, limit }: { extId?: string; after?: string; limit: number },
  ): Promise<ErasureReceipt[]> {
    return extId === undefined
      ? this.erasures.listReceipts(appId, limit, after)
      : this.erasures.findReceipts(appId, extId);
  }

  private async getReceipt(appId: number, receiptId: string): Promise<ErasureReceipt> {
    return this.erasures.getReceipt(appId, receiptId);
  }
}
