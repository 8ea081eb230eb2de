import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AuditService, SYSTEM, type Origin } from '#libs/audit';
import { defaultProviderOf, providerOf, type Provider } from '#libs/channels';
import { CHANNEL_NAMES, type Channel } from '#libs/channels/definitions';
import { groupBy, isJsonObject } from '#platform/collections';
import { MasterKey } from '#platform/crypto';
import { Database, type Statements, type Tx } from '#platform/db';
import type { SealedColumn } from '#platform/resealing';
import { malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { Form } from '#platform/forms';
import type { Application } from '../model/tenancy.types.js';
import type { ProviderAccount } from '../model/provider-account.types.js';
import type { ApplyContext, ApplySection, Difference, SectionContent } from '../model/apply.types.js';
import { channelOfKey, MAX_ACCOUNTS, nameOfKey } from './account-key.js';
import { toAccountEntry } from './account-entry.js';
import { readAccount, type DesiredAccount } from './account-form.js';
import { CHANNELS_REFERENCE } from './channels-reference.js';
import type { ProviderAccountEntity } from './provider-account.entity.js';
import { ProviderAccountRepository } from './provider-account.repository.js';

/** Provider accounts. Their credentials are encrypted at rest and opened for sending. */
@Injectable()
export class ProviderAccountService implements ApplySection {
  readonly section = 'channels';
  readonly reference = CHANNELS_REFERENCE;

  constructor(
    private readonly db: Database,
    private readonly accounts: ProviderAccountRepository,
    private readonly masterKey: MasterKey,
    private readonly clock: ClockService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Finds the account of a channel, with opened credentials; null when the application has none. It is read for each chunk
   * and not cached, so that a pause or a new key has effect at once.
   *
   * @throws Error when another `MASTER_KEY` sealed it
   */
  async findAccount<C extends Channel>(appId: number, channel: C): Promise<ProviderAccount<C> | null> {
    const account = await this.findByKey(appId, channel);
    return account && { ...account, channel };
  }

  /** Finds an account by its name among those of the application. @throws as `findAccount` */
  async findByKey(appId: number, key: string): Promise<ProviderAccount | null> {
    const row = await this.accounts.find(appId, key);
    return row ? this.open(row) : null;
  }

  /** All accounts of a channel, the one with its name first, then by their keys. @throws as `findAccount` */
  async findAccounts(appId: number, channel: Channel): Promise<ProviderAccount[]> {
    const rows = (await this.accounts.listByApplication(appId)).filter(({ key }) => channelOfKey(key) === channel);
    return rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map((row) => this.open(row));
  }

  /** The accounts of an application, without credentials. */
  async listAccounts(appId: number): Promise<Omit<ProviderAccount, 'credentials'>[]> {
    return (await this.accounts.listByApplication(appId)).map(toAccount);
  }

  /** Finds ids of accounts that are gone; no later account gets one of them. */
  async findRemoved(accountIds: readonly number[]): Promise<number[]> {
    return this.accounts.findAbsent(accountIds);
  }

  private open(row: ProviderAccountEntity): ProviderAccount {
    return { ...toAccount(row), credentials: JSON.parse(this.masterKey.open(row.sealed, sealContext(row))) as object };
  }

  /**
   * Pauses an account whose provider refuses its credentials or requests, until it is resumed or its credentials change.
   * Does nothing when they have changed since `account` was read.
   *
   * @returns whether this call paused it
   */
  async pauseAccount(
    account: Pick<ProviderAccount, 'appId' | 'accountId' | 'version'>,
    reason: { code: string; why: string },
  ): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const isPaused = await this.accounts.pause(tx, account, { ...reason, at: this.clock.now() });
      const subject = `account ${account.accountId}`;
      const to = `${reason.why}, ${reason.code}`;
      const differences = [{ change: 'change', subject: 'state', to: `paused: ${to}` }] as const;
      await this.audit.append(
        tx,
        account.appId,
        SYSTEM,
        isPaused ? [{ action: 'account.pause', subject, differences }] : [],
      );
      return isPaused;
    });
  }

  /** @returns false when the account was not paused */
  async resumeAccount(appId: number, key: string, origin: Origin = SYSTEM): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const isResumed = await this.accounts.resume(tx, appId, key);
      const entry = { action: 'account.resume', subject: `account of ${key}` };
      await this.audit.append(tx, appId, origin, isResumed ? [entry] : []);
      return isResumed;
    });
  }

  async apply(tx: Tx, app: Application, value: unknown, { prune }: ApplyContext): Promise<Difference[]> {
    const stored = await this.accounts.listByApplication(app.id, tx);
    const named = isJsonObject(value) ? Object.keys(value).filter((key) => channelOfKey(key) !== undefined) : [];
    const form = Form.read(value, 'channels', [...new Set([...CHANNEL_NAMES, ...named])]);
    const known = stored.map((row) => row.key).filter((key) => channelOfKey(key) !== undefined);
    const standing = new Set(named.filter((key) => form.has(key)));
    const differences: Difference[] = [];
    for (const key of new Set([...CHANNEL_NAMES, ...named, ...known])) {
      const row = stored.find((candidate) => candidate.key === key);
      const channel = channelOfKey(key);
      if (channel !== undefined && form.has(key)) {
        const desired = readAccount(channel, key, form.value(key));
        differences.push(...(await this.applyAccount(tx, app, { channel, key }, desired, row)));
      } else if (prune && row) {
        await this.accounts.delete(tx, app.id, key);
        differences.push({ change: 'remove', subject: `channels: ${key}` });
      } else if (row) {
        standing.add(key);
      }
    }
    checkKeys([...standing]);
    return differences;
  }

  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const rows = await this.accounts.listByApplication(id, on);
    const entries = rows.map((row) => {
      const place = { channel: channelOf(row), provider: providerOfRow(row) };
      return { row, ...toAccountEntry(row, place, this.openIfPossible(row)) };
    });
    const value = Object.fromEntries(entries.map(({ row, entry }) => [row.key, entry]));
    return rows.length === 0 ? undefined : { value, withheld: entries.flatMap(({ withheld }) => withheld) };
  }

  private async applyAccount(
    tx: Tx,
    app: Application,
    { channel, key }: { channel: Channel; key: string },
    { provider, simulator, pace, rules, form }: DesiredAccount,
    row: ProviderAccountEntity | undefined,
  ): Promise<Difference[]> {
    const now = row && this.openIfPossible(row);
    const isSameProvider = row !== undefined && providerOfRow(row) === provider;
    const stored = isSameProvider && row.simulator === simulator ? now : undefined;
    const credentials = simulator
      ? await provider.credentials.simulate(form, stored, app.id)
      : provider.credentials.read(form, stored);
    const isSame = isSameProvider && row.simulator === simulator && isDeepStrictEqual(now, toStoredForm(credentials));
    const isRuledSame = isDeepStrictEqual(row?.rules ?? null, rules);
    if (row && isSame && isDeepStrictEqual(row.pace, pace) && isRuledSame) {
      return [];
    }
    const sealed = this.masterKey.seal(JSON.stringify(credentials), sealContext({ appId: app.id, key }));
    await this.accounts.save(tx, {
      appId: app.id,
      key,
      provider: provider === defaultProviderOf(channel) ? null : provider.name,
      simulator,
      sealed,
      pace,
      rules,
    });
    const to = describeAccount(channel, provider, simulator);
    if (!row) {
      return [{ change: 'add', subject: `channels: ${key}`, to }];
    }
    if (isSame) {
      return [
        ...describeChange(`channels: ${key}: pace`, row.pace, pace, 'unlimited'),
        ...describeChange(`channels: ${key}: rules`, row.rules, rules, 'all messages'),
      ];
    }
    const from = describeAccount(channel, providerOfRow(row), row.simulator);
    return [{ change: 'change', subject: `channels: ${key}`, from, to }];
  }

  /** Credentials sealed by another `MASTER_KEY` count as different, so that applying the file repairs them. */
  private openIfPossible(row: ProviderAccountEntity): object | undefined {
    try {
      return JSON.parse(this.masterKey.open(row.sealed, sealContext(row))) as object;
    } catch {
      return undefined;
    }
  }
}

/** Describes an account in a difference: its provider where that is not the usual one. */
function describeAccount(channel: Channel, provider: Provider, simulator: boolean): string {
  const name = provider === defaultProviderOf(channel) ? '' : `${provider.name} `;
  return `${name}${simulator ? 'simulator' : 'credentials'}`;
}

function describeChange(subject: string, before: object | null, after: object | null, none: string): Difference[] {
  const [from = '', to = ''] = [before, after].map((value) => (value ? JSON.stringify(value) : none));
  return isDeepStrictEqual(before, after) ? [] : [{ change: 'change', subject, from, to }];
}

/**
 * The account with the name of its channel is the one that the release before sends with.
 *
 * @throws AppError `malformed` for a further account without it, and for too many of them
 */
function checkKeys(keys: readonly string[]): void {
  for (const [channel, all] of groupBy(keys, channelOfKey)) {
    const further = all.find((key) => nameOfKey(key) !== '');
    if (further !== undefined && channel !== undefined && !all.includes(channel)) {
      throw malformed(`channels.${further} needs channels.${channel}: the first account has the name of its channel`);
    }
    if (all.length > MAX_ACCOUNTS) {
      throw malformed(`channels should have at most ${MAX_ACCOUNTS} accounts of ${channel}`);
    }
  }
}

function toAccount(row: ProviderAccountEntity): Omit<ProviderAccount, 'credentials'> {
  const { id: accountId, appId, key, version, simulator, pace, rules } = row;
  const channel = channelOf(row);
  const provider = providerOfRow(row).name;
  const settings = { ...(pace && { pace }), ...(rules && { rules }) };
  return { accountId, appId, channel, key, provider, version, simulator, ...settings, paused: toPause(row) };
}

/** @throws Error for the account of a channel that this release does not know */
function channelOf({ key }: Pick<ProviderAccountEntity, 'key'>): Channel {
  const channel = channelOfKey(key);
  if (channel === undefined) {
    throw new Error(`This release knows no channel ${key}`);
  }
  return channel;
}

function providerOfRow(row: Pick<ProviderAccountEntity, 'key' | 'provider'>): Provider {
  return row.provider === null ? defaultProviderOf(channelOf(row)) : providerOf(row.provider);
}

/** The form that the database returns: without undefined fields. */
function toStoredForm(credentials: object): unknown {
  return JSON.parse(JSON.stringify(credentials));
}

/** The columns where credentials are sealed. */
export const SEALED_CREDENTIALS: SealedColumn = {
  table: 'tenancy.provider_account',
  column: 'sealed',
  key: ['id'],
  context: ['app_id', 'channel'],
  toContext: ({ app_id: appId, channel }) => sealContext({ appId: Number(appId), key: String(channel) }),
};

/** Part of the encryption, so that a row copied to another application or channel cannot be opened. */
function sealContext({ appId, key }: Pick<ProviderAccountEntity, 'appId' | 'key'>): string {
  return `app ${appId}, channel ${key}`;
}

function toPause(row: ProviderAccountEntity): ProviderAccount['paused'] {
  return row.pausedAt === null ? null : { code: row.pauseCode ?? '', why: row.pauseWhy ?? '', since: row.pausedAt };
}
