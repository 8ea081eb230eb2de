import { Injectable } from '@nestjs/common';
import { ErasureService, type ErasureReceipt } from '#libs/identity';

/** Shows the receipts of erasures. */
@Injectable()
export class ErasureDeskService {
  constructor(private readonly erasures: ErasureService) {}

  /** Receipts, newest first, or those of one extId. @param after  the last receipt of the page before */
  async listReceipts(
    appId: number,
    { extId, after, limit }: { extId?: string; after?: string; limit: number },
  ): Promise<ErasureReceipt[]> {
    return extId === undefined
      ? this.erasures.listReceipts(appId, limit, after)
      : this.erasures.findReceipts(appId, extId);
  }
}
