import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { sha256 } from '#platform/crypto';
import { Database, type Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { isAddressOrNetwork } from './allow-list.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { AuthenticatorService } from './authenticator.service.js';
import { at, Form } from './form.js';
import { makeSecret, MAX_SECRET, MIN_SECRET, prefixOf } from './secret.js';
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
} from './tenancy.types.js';

/** API keys: made, rotated, ended. A secret is returned once, by the call that makes it. */
@Injectable()
export class ApiKeyService implements ApplySection {
  readonly section = 'keys';

  constructor(
    private readonly db: Database,
    private readonly keys: ApiKeyRepository,
    private readonly authenticator: AuthenticatorService,
    private readonly clock: ClockService,
  ) {}

  async list(appId: number): Promise<ApiKey[]> {
    return this.keys.list(appId);
  }

  /** @throws AppError `malformed` for a name in use, a secret too short or in use, or an allow-list that is none */
  async create(appId: number, wanted: NewKey): Promise<{ key: ApiKey; secret: string }> {
    check(wanted, 'key');
    return this.db.tx(async (tx) => {
      if ((await this.keys.list(appId, tx)).some((key) => isCurrent(key) && isSame(key, wanted))) {
        throw malformed(`There is a ${wanted.kind} key named '${wanted.name}' already`);
      }
      return this.insert(tx, appId, wanted, 'key');
    });
  }

  /** Ends a key at once, for every process. Ending an ended one changes nothing. */
  async revoke(appId: number, keyId: number): Promise<void> {
    await this.db.tx(async (tx) => {
      if (!(await this.keys.end(tx, appId, keyId, this.clock.now()))) {
        throw malformed(`There is no key ${keyId}`);
      }
      this.forgetAfter(tx);
    });
  }

  /**
   * Makes a second secret for the same use; the first stays live for a while, so that its users can change over.
   *
   * @param overlapMs  how long both are live
   */
  async rotate(appId: number, keyId: number, overlapMs: number): Promise<{ key: ApiKey; secret: string }> {
    return this.db.tx(async (tx) => {
      const old = await this.keys.find(tx, appId, keyId);
      if (!old || !isCurrent(old)) {
        throw malformed(`There is no key ${keyId} that could be rotated`);
      }
      await this.keys.end(tx, appId, keyId, new Date(this.clock.now().getTime() + overlapMs));
      this.forgetAfter(tx);
      const { kind, name, scopes, addresses } = old;
      return this.insert(
        tx,
        appId,
        { kind, name, scopes: scopes ?? undefined, addresses: addresses ?? undefined },
        'key',
      );
    });
  }

  async apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]> {
    const wanted = readKeys(value);
    const current = (await this.keys.list(app.id, tx)).filter(isCurrent);
    const differences: Difference[] = [];
    for (const [index, entry] of wanted.entries()) {
      const key = current.find((candidate) => isSame(candidate, entry));
      differences.push(...(await this.applyOne(tx, app.id, key, entry, at('keys', index), context)));
    }
    for (const key of context.prune ? current : []) {
      if (!wanted.some((entry) => isSame(key, entry))) {
        await this.keys.end(tx, app.id, key.id, this.clock.now());
        differences.push({ change: 'remove', what: describe(key) });
      }
    }
    this.forgetAfter(tx);
    return differences;
  }

  private async applyOne(
    tx: Tx,
    appId: number,
    key: ApiKey | undefined,
    wanted: NewKey,
    path: string,
    context: ApplyContext,
  ): Promise<Difference[]> {
    if (!key) {
      const made = await this.insert(tx, appId, wanted, path);
      if (wanted.secret === undefined) {
        context.reveal({ kind: wanted.kind, name: wanted.name, secret: made.secret } satisfies NewSecret);
      }
      return [{ change: 'add', what: describe(wanted) }];
    }
    if (wanted.secret !== undefined && !(await this.keys.hasHash(tx, appId, key.id, sha256(wanted.secret)))) {
      await this.keys.end(tx, appId, key.id, this.clock.now());
      await this.insert(tx, appId, wanted, path);
      return [{ change: 'change', what: `${describe(wanted)}, another secret` }];
    }
    const limits = { scopes: wanted.scopes ?? null, addresses: wanted.addresses ?? null };
    if (isDeepStrictEqual(limits, { scopes: key.scopes, addresses: key.addresses })) {
      return [];
    }
    await this.keys.updateLimits(tx, appId, key.id, wanted);
    return [{ change: 'change', what: `${describe(wanted)}, scopes and addresses` }];
  }

  private async insert(tx: Tx, appId: number, wanted: NewKey, path: string): Promise<{ key: ApiKey; secret: string }> {
    const secret = wanted.secret ?? makeSecret(wanted.kind);
    const { kind, name, scopes, addresses } = wanted;
    const stored = { kind, name, scopes, addresses, prefix: prefixOf(secret), hash: sha256(secret) };
    const key = await this.keys.insert(tx, appId, stored);
    if (!key) {
      throw malformed(`${at(path, 'secret')} is or was in use already: choose another`);
    }
    return { key, secret };
  }

  private forgetAfter(tx: Tx): void {
    tx.afterCommit(async () => this.authenticator.forget());
  }
}

function readKeys(value: unknown): NewKey[] {
  const names = ['kind', 'name', 'secret', 'scopes', 'addresses'];
  const wanted = Form.list(value, 'keys', names).map((form) => {
    const scopes = form.texts('scopes')?.map((text) => {
      const scope = SCOPES.find((known) => known === text);
      if (scope === undefined) {
        throw malformed(`${at(form.path, 'scopes')}: '${text}' is none of ${SCOPES.join(', ')}`);
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
    check(key, form.path);
    return key;
  });
  wanted.forEach((key, index) => {
    if (wanted.findIndex((other) => isSame(other, key)) !== index) {
      throw malformed(`${at('keys', index)}: a ${key.kind} key named '${key.name}' stands in the list already`);
    }
  });
  return wanted;
}

function check(key: NewKey, path: string): void {
  if (key.secret !== undefined && !isUsableSecret(key.secret)) {
    throw malformed(`${at(path, 'secret')} should have ${MIN_SECRET} to ${MAX_SECRET} printable ASCII characters`);
  }
  const wrong = key.addresses?.find((entry) => !isAddressOrNetwork(entry));
  if (wrong !== undefined) {
    throw malformed(`${at(path, 'addresses')}: '${wrong}' is neither an address nor a network`);
  }
}

/** It travels as a header value (RFC 9110, section 5.5), which other characters do not survive. */
function isUsableSecret(secret: string): boolean {
  return /^[\x21-\x7e]+$/.test(secret) && secret.length >= MIN_SECRET && secret.length <= MAX_SECRET;
}

function isCurrent(key: ApiKey): boolean {
  return key.endsAt === null;
}

function isSame(one: Pick<NewKey, 'kind' | 'name'>, other: Pick<NewKey, 'kind' | 'name'>): boolean {
  return one.kind === other.kind && one.name === other.name;
}

function describe(key: Pick<NewKey, 'kind' | 'name'>): string {
  return `keys: ${key.kind} ${key.name}`;
}
