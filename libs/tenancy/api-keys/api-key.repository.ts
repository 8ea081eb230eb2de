import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import { Database, type Statements, type Tx } from '#platform/db';
import { KEYS_CHANGED_CHANNEL, toRateLimit, toSteps } from '../applications/application.repository.js';
import type { Approval, ApprovalStep } from '../model/tenancy.types.js';
import type { ApiKey, Caller, NewKey } from '../model/api-key.types.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { hasScope } from './has-scope.js';

/** A new key without its secret. */
export interface StoredKey extends Omit<NewKey, 'secret'> {
  prefix: string;
  hash: Buffer;
  madeBy: readonly number[];
}

interface CallerRow
  extends Omit<Caller, 'rateLimit' | 'by' | 'approval' | 'seesPrivate'>, Omit<Approval, 'steps'>, ApprovalStep {
  /** Steps after the first one. */
  further: ApprovalStep[] | null;
  name: string;
  endsAt: Date | null;
  perSecond: number | null;
  burst: number | null;
}

@Injectable()
export class ApiKeyRepository {
  constructor(private readonly db: Database) {}

  /**
   * Finds the owner of a secret · one row and its application · unique index on hash · no locks. SQL, because requests
   * wait for it. The only statement of the product without an app_id: it is the one that finds it. The result is cached
   * for all requests of the key, so it is read outside the caller's transaction.
   */
  async findCaller(hash: Buffer, now: Date): Promise<{ caller: Caller; endsAt: Date | null } | undefined> {
    const sql = `SELECT k.id AS "keyId", k.app_id AS "appId", k.kind, k.name, k.scopes, k.addresses, k.origins,
                        k.made_by AS behind,
                        least(k.ends_at, k.expires_at) AS "endsAt",
                        a.rate_per_second AS "perSecond", a.rate_burst AS burst, a.approval AS "isRequired",
                        a.approval_from AS "from", a.approvers, a.approval_steps AS further,
                        a.approval_self AS self, a.approval_keys AS keys,
                        a.icon_url AS "iconUrl", a.templates, a.definition_version AS "definitionVersion"
                   FROM tenancy.api_key AS k JOIN tenancy.application AS a ON a.id = k.app_id
                  WHERE k.hash = $1 AND (least(k.ends_at, k.expires_at) > $2 OR k.ends_at IS NULL AND k.expires_at IS NULL)`;
    const key = await this.db.outsideTransaction(() => this.db.row<CallerRow>(sql, [hash, now]));
    if (!key) {
      return undefined;
    }
    const { name, endsAt, perSecond, burst, isRequired, from, approvers, further, self, keys, ...rest } = key;
    const approval: Approval = { isRequired, steps: toSteps({ from, approvers, further }), self, keys };
    const by: Actor = { kind: 'key', id: String(rest.keyId), name };
    const rateLimit = toRateLimit(perSecond, burst);
    return { caller: { ...rest, seesPrivate: hasScope(rest, 'private'), by, approval, rateLimit }, endsAt };
  }

  /** All keys of an application, ended ones too, oldest first. */
  async listKeys(appId: number, on: Statements = this.db): Promise<ApiKey[]> {
    return on.repository(ApiKeyEntity).find({ where: { appId }, order: { id: 'ASC' } });
  }

  async lockKey(tx: Tx, appId: number, keyId: number): Promise<ApiKey | undefined> {
    const where = { appId, id: keyId };
    return (await tx.repository(ApiKeyEntity).findOne({ where, lock: { mode: 'pessimistic_write' } })) ?? undefined;
  }

  async hasHash(tx: Tx, appId: number, keyId: number, hash: Buffer): Promise<boolean> {
    return tx.repository(ApiKeyEntity).existsBy({ appId, id: keyId, hash });
  }

  /** @returns undefined when any application uses or used the secret, or a concurrent request took the name */
  async insertKey(tx: Tx, appId: number, key: StoredKey): Promise<ApiKey | undefined> {
    const {
      kind,
      name,
      prefix,
      hash,
      madeBy,
      scopes = null,
      addresses = null,
      origins = null,
      expires: expiresAt = null,
    } = key;
    const values = {
      appId,
      kind,
      name,
      prefix,
      hash,
      madeBy: [...madeBy],
      scopes: scopes && [...scopes],
      addresses: addresses && [...addresses],
      origins: origins && [...origins],
      expiresAt,
    };
    const inserted = await tx
      .repository(ApiKeyEntity)
      .createQueryBuilder()
      .insert()
      .values(values)
      .orIgnore()
      .execute();
    const [row] = inserted.raw as { id: number; created_at: Date }[];
    await this.notifyChange(tx);
    const createdAt = row?.created_at ?? new Date(Number.NaN);
    const limits = { scopes, addresses, origins, expiresAt };
    return row && { id: row.id, appId, kind, name, prefix, ...limits, madeBy, createdAt, endsAt: null };
  }

  async updateLimits(
    tx: Tx,
    appId: number,
    keyId: number,
    { scopes, addresses, origins, expires }: Pick<NewKey, 'scopes' | 'addresses' | 'origins' | 'expires'>,
  ): Promise<void> {
    const limits = {
      scopes: scopes ? [...scopes] : null,
      addresses: addresses ? [...addresses] : null,
      origins: origins ? [...origins] : null,
      expiresAt: expires ?? null,
    };
    await tx.repository(ApiKeyEntity).update({ appId, id: keyId }, limits);
    await this.notifyChange(tx);
  }

  /** Sets the end of a key, but never a later one than it has. @returns false when there is no such key */
  async endKey(tx: Tx, appId: number, keyId: number, endsAt: Date): Promise<boolean> {
    const { affected } = await tx
      .repository(ApiKeyEntity)
      .createQueryBuilder()
      .update()
      .set({ endsAt: () => 'least(ends_at, :endsAt)' })
      .where({ appId, id: keyId })
      .setParameter('endsAt', endsAt)
      .execute();
    await this.notifyChange(tx);
    return affected === 1;
  }

  /** Postgres delivers the notice with the commit, so its listeners read the new state. */
  private async notifyChange(tx: Tx): Promise<void> {
    await tx.affected(`NOTIFY ${KEYS_CHANGED_CHANNEL}`);
  }
}
