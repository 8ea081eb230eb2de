import { Injectable } from '@nestjs/common';
import { MasterKey } from '#platform/crypto';
import type { Statements, Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import type { SealedColumn } from '#platform/resealing';
import { Form, joinPath, namesOf } from '#platform/forms';
import type { Application } from '../model/tenancy.types.js';
import type { ApplyContext, ApplySection, Difference, SectionContent } from '../model/apply.types.js';
import type { IdentityKeyEntity } from './identity-key.entity.js';
import { IdentityKeyRepository } from './identity-key.repository.js';
import { IDENTITY_KEY_FIELDS, IDENTITY_KEYS_REFERENCE } from './identity-keys-reference.js';
import { readIdentityKey, type NewIdentityKey } from './read-identity-key.js';

/** Several keys at once let a backend change its key without a gap. More are a mistake. */
const MAX_KEYS = 20;

/** The columns where identity keys are sealed. */
export const SEALED_IDENTITY_KEYS: SealedColumn = {
  table: 'tenancy.identity_key',
  column: 'sealed',
  key: ['id'],
  context: ['app_id', 'name'],
  toContext: ({ app_id: appId, name }) => sealContext({ appId: Number(appId), name: String(name) }),
};

/** The context of the encryption, so that a row copied to another application or name cannot be opened. */
export function sealContext({ appId, name }: Pick<IdentityKeyEntity, 'appId' | 'name'>): string {
  return `app ${appId}, identity key ${name}`;
}

/** `identityKeys` of the application file: the keys that check identity tokens. */
@Injectable()
export class IdentityKeysSection implements ApplySection {
  readonly section = 'identityKeys';
  readonly reference = IDENTITY_KEYS_REFERENCE;

  constructor(
    private readonly keys: IdentityKeyRepository,
    private readonly masterKey: MasterKey,
  ) {}

  /**
   * A key that changes, or is removed, takes back what it has proved: its number ends, and the devices must prove their
   * users again.
   */
  async apply(tx: Tx, app: Application, value: unknown, { prune }: ApplyContext): Promise<Difference[]> {
    const newKeys = readKeys(value);
    const current = await this.keys.listKeys(app.id, tx);
    const differences: Difference[] = [];
    for (const newKey of newKeys) {
      const key = current.find(({ name }) => name === newKey.name);
      if (key && this.isSame(key, newKey)) {
        continue;
      }
      if (key) {
        await this.keys.delete(tx, app.id, key.id);
      }
      const { name, algorithm, text } = newKey;
      const sealed = this.masterKey.seal(text, sealContext({ appId: app.id, name }));
      await this.keys.insert(tx, { appId: app.id, name, algorithm, sealed });
      differences.push({ change: key ? 'change' : 'add', subject: `identityKeys: ${name}` });
    }
    const removed = prune ? current.filter(({ name }) => !newKeys.some((newKey) => newKey.name === name)) : [];
    for (const { id, name } of removed) {
      await this.keys.delete(tx, app.id, id);
      differences.push({ change: 'remove', subject: `identityKeys: ${name}` });
    }
    return differences;
  }

  /** Public keys stand there whole; a shared secret is named, and so is a key that another `MASTER_KEY` sealed. */
  async read(on: Statements, { id: appId }: Application): Promise<SectionContent | undefined> {
    const withheld: string[] = [];
    const value = (await this.keys.listKeys(appId, on)).map((key) => {
      const { name: id, algorithm } = key;
      const text = algorithm === 'HS256' ? undefined : this.openIfPossible(key);
      if (text === undefined) {
        withheld.push(`IDENTITY_KEY_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`);
      }
      return { id, algorithm, key: text ?? `\${${withheld.at(-1)}}` };
    });
    return value.length === 0 ? undefined : { value, withheld };
  }

  /** A key that another `MASTER_KEY` sealed counts as different, so that applying the file repairs it. */
  private isSame(key: IdentityKeyEntity, { algorithm, text }: NewIdentityKey): boolean {
    return key.algorithm === algorithm && this.openIfPossible(key) === text;
  }

  private openIfPossible(key: IdentityKeyEntity): string | undefined {
    try {
      return this.masterKey.open(key.sealed, sealContext(key));
    } catch {
      return undefined;
    }
  }
}

function readKeys(value: unknown): NewIdentityKey[] {
  const keys = Form.readList(value, 'identityKeys', namesOf(IDENTITY_KEY_FIELDS)).map(readIdentityKey);
  if (keys.length > MAX_KEYS) {
    throw malformed(`identityKeys should have at most ${MAX_KEYS} entries`);
  }
  keys.forEach(({ name }, index) => {
    if (keys.findIndex((key) => key.name === name) !== index) {
      throw malformed(`${joinPath('identityKeys', index)}: the id '${name}' is in the list already`);
    }
  });
  return keys;
}
