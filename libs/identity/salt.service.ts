import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MasterKey } from '#platform/crypto';
import type { SealedColumn } from '#platform/resealing';
import { ErasureReceiptRepository } from './erasure-receipt.repository.js';

const SALT_BYTES = 32;

/** Hashes extIds for receipts. A hash does not reveal its extId, but an extId finds its receipts. */
@Injectable()
export class SaltService {
  constructor(
    private readonly receipts: ErasureReceiptRepository,
    private readonly masterKey: MasterKey,
  ) {}

  /**
   * HMAC-SHA-256 with the salt of the application, which is created on first use.
   *
   * @throws Error when the salt was sealed under another master key
   */
  async createHasher(appId: number): Promise<(extId: string) => Buffer> {
    const context = sealContext(appId);
    const fresh = this.masterKey.seal(randomBytes(SALT_BYTES).toString('base64'), context);
    const salt = Buffer.from(this.masterKey.open(await this.receipts.getOrInsertSalt(appId, fresh), context), 'base64');
    return (extId) => createHmac('sha256', salt).update(extId).digest();
  }
}

/** The columns where salts are sealed. */
export const SEALED_SALTS: SealedColumn = {
  table: 'identity.salt',
  column: 'sealed',
  key: ['app_id'],
  context: ['app_id'],
  toContext: ({ app_id: appId }) => sealContext(Number(appId)),
};

function sealContext(appId: number): string {
  return `erasure salt of app ${appId}`;
}
