import { Injectable } from '@nestjs/common';
import { ProviderAccountService } from '#libs/tenancy';
import { HOUR_MS, Recurring } from '#platform/background';
import { RemovedAccountRepository } from './removed-account.repository.js';

/**
 * Forgets what is known of provider accounts that were removed: their templates, their last fault with the provider's
 * words, and their rest. Not in the transaction that removes one: a worker or a reader of templates may write afterwards.
 */
@Injectable()
export class RemovedAccountService {
  constructor(
    private readonly accounts: ProviderAccountService,
    private readonly removed: RemovedAccountRepository,
  ) {}

  /** @returns the number of rows that went */
  @Recurring('removed-accounts.forget', HOUR_MS)
  async forget(): Promise<number> {
    const removed = await this.accounts.findRemoved(await this.removed.listStored());
    return removed.length === 0 ? 0 : this.removed.deleteRows(removed);
  }
}
