import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { sha256 } from '#platform/crypto';
import { Database, type Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { joinPath, Form } from '../model/form.js';
import {
  KEY_KINDS,
  SCOPES,
  type ApiKey,
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type NewKey,
  type NewSecret,
} from '../model/tenancy.types.js';
import { isAddressOrNetwork } from './allow-list.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { AuthenticatorService } from './authenticator.service.js';
import { generateSecret, MAX_SECRET_LENGTH, MIN_SECRET_LENGTH, getPrefix } from './key-secret.js';

/** Creates, rotates and ends API keys. A secret is returned once, by the call that creates it. */
@Injectable()
export class ApiKeyService implements ApplySection {
  readonly section = 'keys';

  constructor(
    private readonly db: Database,
    private readonly keys: ApiKeyRepository,
    private readonly authenticator: AuthenticatorService,
    private readonly clock: ClockService,
  ) {}

  async listKeys(appId: number): Promise<ApiKey[]> {
    return this.keys.listKeys(appId);
  }

  /** @throws AppError `malformed` for a name in use, a secret too short or in use, or an invalid allow-list */
  async createKey(appId: number, newKey: NewKey): Promise<{ key: ApiKey; secret: string }> {
    checkKey(newKey, 'key');
    return this.db.tx(async (tx) => {
      if ((await this.keys.listKeys(appId, tx)).some((key) => isActive(key) && isSameKey(key, newKey))) {
        throw malformed(`There is a ${newKey.kind} key named '${newKey.name}' already`);
      }
      return this.insertKey(tx, appId, newKey, 'key');
    });
  }

  /** Ends a key at once, for every process. An ended key does not change. */
  async revokeKey(appId: number, keyId: number): Promise<void> {
    await this.db.tx(async (tx) => {
      if (!(await this.keys.endKey(tx, appId, keyId, this.clock.now()))) {
        throw malformed(`There is no key ${keyId}`);
      }
      this.clearCacheAfterCommit(tx);
    });
  }

  /**
   * Creates a second secret with the same name and limits. The first stays valid for a while.
   *
   * @param overlapMs  how long both are valid
   */
  async rotateKey(appId: number, keyId: number, overlapMs: number): Promise<{ key: ApiKey; secret: string }> {
    return this.db.tx(async (tx) => {
      const old = await this.keys.lockKey(tx, appId, keyId);
      if (!old || !isActive(old)) {
        throw malformed(`There is no key ${keyId} that could be rotated`);
      }
      await this.keys.endKey(tx, appId, keyId, new Date(this.clock.now().getTime() + overlapMs));
      this.clearCacheAfterCommit(tx);
      const { kind, name, scopes, addresses } = old;
      return this.insertKey(
        tx,
        appId,
        { kind, name, scopes: scopes ?? undefined, addresses: addresses ?? undefined },
        'key',
      );
    });
  }

  async apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]> {
    const newKeys = readKeys(value);
    const current = (await this.keys.listKeys(app.id, tx)).filter(isActive);
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

  private async applyKey(
    tx: Tx,
    appId: number,
    key: ApiKey | undefined,
    newKey: NewKey,
    path: string,
    context: ApplyContext,
  ): Promise<Difference[]> {
    if (!key) {
      const created = await this.insertKey(tx, appId, newKey, path);
      if (newKey.secret === undefined) {
        context.reveal({ kind: newKey.kind, name: newKey.name, secret: created.secret } satisfies NewSecret);
      }
      return [{ change: 'add', subject: describeKey(newKey) }];
    }
    if (newKey.secret !== undefined && !(await this.keys.hasHash(tx, appId, key.id, sha256(newKey.secret)))) {
      await this.keys.endKey(tx, appId, key.id, this.clock.now());
      await this.insertKey(tx, appId, newKey, path);
      return [{ change: 'change', subject: `${describeKey(newKey)}, another secret` }];
    }
    const limits = { scopes: newKey.scopes ?? null, addresses: newKey.addresses ?? null };
    if (isDeepStrictEqual(limits, { scopes: key.scopes, addresses: key.addresses })) {
      return [];
    }
    await this.keys.updateLimits(tx, appId, key.id, newKey);
    return [{ change: 'change', subject: `${describeKey(newKey)}, scopes and addresses` }];
  }

  private async insertKey(
    tx: Tx,
    appId: number,
    newKey: NewKey,
    path: string,
  ): Promise<{ key: ApiKey; secret: string }> {
    const secret = newKey.secret ?? generateSecret(newKey.kind);
    const { kind, name, scopes, addresses } = newKey;
    const stored = { kind, name, scopes, addresses, prefix: getPrefix(secret), hash: sha256(secret) };
    const key = await this.keys.insertKey(tx, appId, stored);
    if (!key) {
      throw malformed(`${joinPath(path, 'secret')} is or was in use already: choose another`);
    }
    return { key, secret };
  }

  private clearCacheAfterCommit(tx: Tx): void {
    tx.afterCommit(async () => this.authenticator.clearCache());
  }
}

function readKeys(value: unknown): NewKey[] {
  const names = ['kind', 'name', 'secret', 'scopes', 'addresses'];
  const newKeys = Form.readList(value, 'keys', names).map((form) => {
    const scopes = form.texts('scopes')?.map((text) => {
      const scope = SCOPES.find((candidate) => candidate === text);
      if (scope === undefined) {
        throw malformed(`${joinPath(form.path, 'scopes')}: '${text}' is none of ${SCOPES.join(', ')}`);
      }
      return scope;
    });
    const key: NewKey = {
      kind: form.oneOf('kind', KEY_KINDS),
      name: form.text('name'),
      secret: form.optionalText('secret'),
      scopes,
      addresses: form.texts('addresses'),
    };
    checkKey(key, form.path);
    return key;
  });
  newKeys.forEach((key, index) => {
    if (newKeys.findIndex((candidate) => isSameKey(candidate, key)) !== index) {
      throw malformed(`${joinPath('keys', index)}: a ${key.kind} key named '${key.name}' is in the list already`);
    }
  });
  return newKeys;
}

function checkKey(key: NewKey, path: string): void {
  if (key.secret !== undefined && !isUsableSecret(key.secret)) {
    throw malformed(
      `${joinPath(path, 'secret')} should have ${MIN_SECRET_LENGTH} to ${MAX_SECRET_LENGTH} printable ASCII characters`,
    );
  }
  const wrong = key.addresses?.find((entry) => !isAddressOrNetwork(entry));
  if (wrong !== undefined) {
    throw malformed(`${joinPath(path, 'addresses')}: '${wrong}' is neither an address nor a network`);
  }
}

/** A secret is sent as a header value (RFC 9110, section 5.5), which allows only these characters. */
function isUsableSecret(secret: string): boolean {
  return /^[\x21-\x7e]+$/.test(secret) && secret.length >= MIN_SECRET_LENGTH && secret.length <= MAX_SECRET_LENGTH;
}

function isActive(key: ApiKey): boolean {
  return key.endsAt === null;
}

function isSameKey(left: Pick<NewKey, 'kind' | 'name'>, right: Pick<NewKey, 'kind' | 'name'>): boolean {
  return left.kind === right.kind && left.name === right.name;
}

function describeKey(key: Pick<NewKey, 'kind' | 'name'>): string {
  return `keys: ${key.kind} ${key.name}`;
}
