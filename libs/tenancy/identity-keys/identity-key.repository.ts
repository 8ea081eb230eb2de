import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import { IdentityKeyEntity } from './identity-key.entity.js';

/** Statements of `tenancy.identity_key`. */
@Injectable()
export class IdentityKeyRepository {
  constructor(private readonly db: Database) {}

  /** The keys of an application, oldest first. */
  async listKeys(appId: number, on: Statements = this.db): Promise<IdentityKeyEntity[]> {
    return on.repository(IdentityKeyEntity).find({ where: { appId }, order: { id: 'ASC' } });
  }

  async insert(tx: Tx, key: Pick<IdentityKeyEntity, 'appId' | 'name' | 'algorithm' | 'sealed'>): Promise<void> {
    await tx.repository(IdentityKeyEntity).insert(key);
  }

  async delete(tx: Tx, appId: number, id: number): Promise<void> {
    await tx.repository(IdentityKeyEntity).delete({ appId, id });
  }
}
