import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MasterKey } from '#platform/crypto';
import { Database, type Statements, type Tx } from '#platform/db';
import type { SealedColumn } from '#platform/resealing';
import { SealingRepository } from './sealing.repository.js';
import { deriveSealingKey, type SealingKey } from './value-sealer.js';

const SECRET_BYTES = 32;

/**
 * The keys of sealed attributes: random bytes for each application, sealed with the master key. So a new master key seals
 * this one row again, and no user's row.
 */
@Injectable()
export class SealingKeyService {
  private readonly cache = new Map<number, SealingKey>();

  constructor(
    private readonly db: Database,
    private readonly repository: SealingRepository,
    private readonly masterKey: MasterKey,
  ) {}

  /** Makes the key of an application in the transaction that seals its first attribute. */
  async ensureKey(tx: Tx, appId: number): Promise<void> {
    const secret = randomBytes(SECRET_BYTES).toString('base64');
    await this.repository.insertKey(tx, appId, this.masterKey.seal(secret, sealContext(appId)));
  }

  /**
   * The key of an application with sealed attributes.
   *
   * @param on  an open transaction, whose own changes count
   * @throws Error when there is none, or it was sealed under an unknown master key
   */
  async getKey(appId: number, on?: Statements): Promise<SealingKey> {
    const cached = this.cache.get(appId);
    if (cached) {
      return cached;
    }
    const sealed = await this.repository.findKey(appId, on);
    if (!sealed) {
      throw new Error(`Application ${appId} has sealed attributes and no key`);
    }
    const key = deriveSealingKey(Buffer.from(this.masterKey.open(sealed, sealContext(appId)), 'base64'));
    // A transaction may roll back, and another key may follow.
    if (on === undefined && !this.db.isInTransaction) {
      this.cache.set(appId, key);
    }
    return key;
  }
}

/** The columns where the keys are sealed. */
export const SEALED_ATTRIBUTE_KEYS: SealedColumn = {
  table: 'users.sealing_key',
  column: 'sealed',
  key: ['app_id'],
  context: ['app_id'],
  toContext: ({ app_id: appId }) => sealContext(Number(appId)),
};

function sealContext(appId: number): string {
  return `attribute key of app ${appId}`;
}
