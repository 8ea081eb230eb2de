import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AuditService, SYSTEM, type AuditDifference, type Origin } from '#libs/audit';
import { sha256 } from '#platform/crypto';
import { Database, type Statements, type Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { joinPath } from '#platform/forms';
import type { Application } from '../model/tenancy.types.js';
import type { ApplyContext, ApplySection, Difference, SectionContent, SetupEditor } from '../model/apply.types.js';
import type { ApiKey, KeyStatus, NewKey, NewSecret } from '../model/api-key.types.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { AuthenticatorService } from './authenticator.service.js';
import {
  checkKey,
  describeKey,
  isCurrent,
  isSameKey,
  isShortSecret,
  readKeys,
  requireLongSecret,
  toKeyEntry,
} from './key-form.js';
import { generateSecret, getPrefix } from './key-secret.js';
import { KEYS_REFERENCE } from './keys-reference.js';
import { KeyUseRepository } from './key-use.repository.js';
import { OPERATOR } from './viewer.js';

/** Receiver of the secret of a key. */
type KeyMaker = Pick<SetupEditor, 'behind' | 'checkKey'>;

/** Creates, rotates and ends API keys. A secret is returned once, by the call that creates it. */
@Injectable()
export class ApiKeyService implements ApplySection {
  readonly section = 'keys';
  readonly reference = KEYS_REFERENCE;

  constructor(
    private readonly db: Database,
    private readonly keys: ApiKeyRepository,
    private readonly uses: KeyUseRepository,
    private readonly authenticator: AuthenticatorService,
    private readonly clock: ClockService,
    private readonly audit: AuditService,
  ) {}

  /** All keys of an application, ended ones too, oldest first. */
  async listKeys(appId: number): Promise<KeyStatus[]> {
    const uses = new Map((await this.uses.listUses(appId)).map(({ keyId, usedAt }) => [keyId, usedAt]));
    return (await this.keys.listKeys(appId)).map((key) => ({ ...key, lastUsedAt: uses.get(key.id) ?? null }));
  }

  /**
   * @param maker  learns the secret
   * @throws AppError `malformed` for a name in use, a secret too short or in use, or an invalid allow-list; as
   *   `SetupEditor.checkKey`
   */
  async createKey(
    appId: number,
    newKey: NewKey,
    origin = SYSTEM,
    maker: KeyMaker = OPERATOR,
  ): Promise<{ key: ApiKey; secret: string }> {
    checkKey(newKey, 'key');
    return this.db.tx(async (tx) => {
      if ((await this.keys.listKeys(appId, tx)).some((key) => isCurrent(key) && isSameKey(key, newKey))) {
        throw malformed(`There is a ${newKey.kind} key named '${newKey.name}' already`);
      }
      const created = await this.insertKey(tx, appId, newKey, 'key', maker);
      await this.record(tx, origin, 'key.create', created.key, describeLimits(created.key));
      return created;
    });
  }

  /**
   * Ends a key at once, for every process. An ended key does not change.
   *
   * @throws AppError `malformed` when the application has no such key
   */
  async revokeKey(appId: number, keyId: number, origin = SYSTEM): Promise<void> {
    await this.db.tx(async (tx) => {
      const key = await this.keys.lockKey(tx, appId, keyId);
      if (!key) {
        throw malformed(`There is no key ${keyId}`);
      }
      await this.keys.endKey(tx, appId, keyId, this.clock.now());
      await this.record(tx, origin, 'key.revoke', key);
      this.clearCacheAfterCommit(tx);
    });
  }

  /**
   * Creates a second secret with the same name and limits. The first stays valid for a while.
   *
   * @param rotation.overlapMs  how long both are valid
   * @param rotation.expires    of the new one; absent: as the old one says
   * @param maker               learns the secret
   * @throws AppError `malformed` for a key that has ended or expired; as `SetupEditor.checkKey`
   */
  async rotateKey(
    appId: number,
    keyId: number,
    rotation: { overlapMs: number; expires?: Date },
    origin = SYSTEM,
    maker: KeyMaker = OPERATOR,
  ): Promise<{ key: ApiKey; secret: string }> {
    return this.db.tx(async (tx) => {
      const now = this.clock.now();
      const old = await this.keys.lockKey(tx, appId, keyId);
      if (!old || !isCurrent(old)) {
        throw malformed(`There is no key ${keyId} that could be rotated`);
      }
      const { kind, name, scopes, addresses, origins } = old;
      const expires = rotation.expires ?? old.expiresAt ?? undefined;
      if (expires !== undefined && expires <= now) {
        throw malformed(`The key ${keyId} has expired: give the new one another end`);
      }
      const until = new Date(now.getTime() + rotation.overlapMs);
      await this.keys.endKey(tx, appId, keyId, until);
      const newKey = {
        kind,
        name,
        scopes: scopes ?? undefined,
        addresses: addresses ?? undefined,
        origins: origins ?? undefined,
        expires,
      };
      const created = await this.insertKey(tx, appId, newKey, 'key', besides(maker, old));
      const end: AuditDifference = { change: 'change', subject: `key ${keyId} ends`, to: until.toISOString() };
      await this.record(tx, origin, 'key.rotate', created.key, [end]);
      return created;
    });
  }

  async apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]> {
    const newKeys = readKeys(value);
    const current = (await this.keys.listKeys(app.id, tx)).filter(isCurrent);
    const differences: Difference[] = [];
    for (const [index, entry] of newKeys.entries()) {
      const key = current.find((candidate) => isSameKey(candidate, entry));
      differences.push(...(await this.applyKey(tx, app.id, key, entry, joinPath('keys', index), context)));
    }
    for (const key of context.prune ? current : []) {
      if (!newKeys.some((entry) => isSameKey(key, entry))) {
        await this.keys.endKey(tx, app.id, key.id, this.clock.now());
        differences.push({ change: 'remove', subject: describeKey(key) });
      }
    }
    this.clearCacheAfterCommit(tx);
    return differences;
  }

  /** A key that is listed without its secret keeps it. */
  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const current = (await this.keys.listKeys(id, on)).filter(isCurrent);
    return current.length === 0 ? undefined : { value: current.map(toKeyEntry), withheld: [] };
  }

  private async applyKey(
    tx: Tx,
    appId: number,
    key: ApiKey | undefined,
    newKey: NewKey,
    path: string,
    context: ApplyContext,
  ): Promise<Difference[]> {
    if (!key) {
      const created = await this.insertKey(tx, appId, newKey, path, context.editor);
      if (newKey.secret === undefined) {
        context.reveal({ kind: newKey.kind, name: newKey.name, secret: created.secret } satisfies NewSecret);
      }
      return [{ change: 'add', subject: describeKey(newKey) }];
    }
    const isOther = newKey.secret !== undefined && !(await this.keys.hasHash(tx, appId, key.id, sha256(newKey.secret)));
    if (newKey.secret !== undefined && isOther) {
      await this.keys.endKey(tx, appId, key.id, this.clock.now());
      await this.insertKey(tx, appId, newKey, path, besides(context.editor, key));
      return [{ change: 'change', subject: `${describeKey(newKey)}, another secret` }];
    }
    if (newKey.secret !== undefined && isShortSecret(newKey.secret)) {
      context.warn(`${describeKey(key)}: its secret is shorter than new ones may be; rotate it`);
    }
    const limits = {
      scopes: newKey.scopes ?? null,
      addresses: newKey.addresses ?? null,
      origins: newKey.origins ?? null,
      expiresAt: newKey.expires ?? null,
    };
    const { scopes, addresses, origins, expiresAt } = key;
    if (isDeepStrictEqual(limits, { scopes, addresses, origins, expiresAt })) {
      return [];
    }
    context.editor.checkKey(newKey);
    await this.keys.updateLimits(tx, appId, key.id, newKey);
    return [{ change: 'change', subject: `${describeKey(newKey)}, scopes, addresses, origins and end` }];
  }

  private async insertKey(
    tx: Tx,
    appId: number,
    newKey: NewKey,
    path: string,
    maker: KeyMaker,
  ): Promise<{ key: ApiKey; secret: string }> {
    requireLongSecret(newKey, path);
    maker.checkKey(newKey);
    const { secret = generateSecret(newKey.kind), ...limits } = newKey;
    const stored = { ...limits, prefix: getPrefix(secret), hash: sha256(secret), madeBy: maker.behind };
    const key = await this.keys.insertKey(tx, appId, stored);
    if (!key) {
      throw malformed(`${joinPath(path, 'secret')} is or was in use already: choose another`);
    }
    // The secret may be remembered as unknown: a client may have it before the key is made.
    this.clearCacheAfterCommit(tx);
    return { key, secret };
  }

  private async record(
    tx: Tx,
    origin: Origin,
    action: string,
    { appId, id, kind, name }: ApiKey,
    differences: AuditDifference[] = [],
  ): Promise<void> {
    await this.audit.append(tx, appId, origin, [{ action, subject: `${kind} key ${name} (${id})`, differences }]);
  }

  private clearCacheAfterCommit(tx: Tx): void {
    tx.afterCommit(async () => this.authenticator.clearCache());
  }
}

/** Members who know a secret of a key, once there is another one. */
function besides(maker: KeyMaker, { madeBy }: ApiKey): KeyMaker {
  return { behind: [...new Set([...madeBy, ...maker.behind])], checkKey: (key) => maker.checkKey(key) };
}

/** Describes the limits of a new key. */
function describeLimits({ scopes, addresses, origins, expiresAt }: ApiKey): AuditDifference[] {
  const limits = {
    scopes: scopes?.join(', '),
    addresses: addresses?.join(', '),
    origins: origins?.join(', '),
    expires: expiresAt?.toISOString(),
  };
  return Object.entries(limits).flatMap(([subject, to]): AuditDifference[] =>
    to === undefined ? [] : [{ change: 'add', subject, to }],
  );
}
