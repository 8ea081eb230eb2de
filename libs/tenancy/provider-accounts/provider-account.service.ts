import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AuditService, SYSTEM, type Origin } from '#libs/audit';
import { CHANNEL_NAMES, defaultProviderOf, providerOf, type Channel, type Provider } from '#libs/channels';
import { MasterKey } from '#platform/crypto';
import { Database, type Statements, type Tx } from '#platform/db';
import type { SealedColumn } from '#platform/resealing';
import { ClockService } from '#platform/runtime';
import { Form } from '#platform/forms';
import type {
  Application,
  ApplyContext,
  ApplySection,
  Difference,
  ProviderAccount,
  SectionContent,
} from '../model/tenancy.types.js';
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
    return row
      ? { ...toAccount(row), credentials: JSON.parse(this.masterKey.open(row.sealed, sealContext(row))) as object }
      : null;
  }

  /** The accounts of an application, without credentials. */
  async listAccounts(appId: number): Promise<Omit<ProviderAccount, 'credentials'>[]> {
    return (await this.accounts.listByApplication(appId)).map(toAccount);
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
  async resumeAccount(appId: number, channel: Channel, origin: Origin = SYSTEM): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const isResumed = await this.accounts.resume(tx, appId, channel);
      const entry = { action: 'account.resume', subject: `account of ${channel}` };
      await this.audit.append(tx, appId, origin, isResumed ? [entry] : []);
      return isResumed;
    });
  }

  async apply(tx: Tx, app: Application, value: unknown, { prune }: ApplyContext): Promise<Difference[]> {
    const form = Form.read(value, 'channels', CHANNEL_NAMES);
    const stored = await this.accounts.listByApplication(app.id, tx);
    const differences: Difference[] = [];
    for (const channel of CHANNEL_NAMES) {
      const row = stored.find(({ key }) => key === channel);
      if (form.has(channel)) {
        const desired = readAccount(channel, form.value(channel));
        differences.push(...(await this.applyAccount(tx, app, channel, desired, row)));
      } else if (prune && row) {
        await this.accounts.delete(tx, app.id, channel);
        differences.push({ change: 'remove', subject: `channels: ${channel}` });
      }
    }
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
    channel: Channel,
    { provider, simulator, pace, form }: DesiredAccount,
    row: ProviderAccountEntity | undefined,
  ): Promise<Difference[]> {
    const now = row && this.openIfPossible(row);
    const isSameProvider = row !== undefined && providerOfRow(row) === provider;
    const stored = isSameProvider && row.simulator === simulator ? now : undefined;
    const credentials = simulator
      ? await provider.credentials.simulate(form, stored, app.id)
      : provider.credentials.read(form, stored);
    const isSame = isSameProvider && row.simulator === simulator && isDeepStrictEqual(now, toStoredForm(credentials));
    if (row && isSame && isDeepStrictEqual(row.pace, pace)) {
      return [];
    }
    const sealed = this.masterKey.seal(JSON.stringify(credentials), sealContext({ appId: app.id, key: channel }));
    await this.accounts.save(tx, {
      appId: app.id,
      key: channel,
      provider: provider === defaultProviderOf(channel) ? null : provider.name,
      simulator,
      sealed,
      pace,
    });
    const to = describeAccount(channel, provider, simulator);
    if (!row) {
      return [{ change: 'add', subject: `channels: ${channel}`, to }];
    }
    if (isSame) {
      const [from, to] = [row.pace, pace].map((limits) => (limits ? JSON.stringify(limits) : 'unlimited'));
      return [{ change: 'change', subject: `channels: ${channel}: pace`, ...(from && { from }), ...(to && { to }) }];
    }
    const from = describeAccount(channel, providerOfRow(row), row.simulator);
    return [{ change: 'change', subject: `channels: ${channel}`, from, to }];
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

/** What a difference says of an account: its provider where that is not the usual one. */
function describeAccount(channel: Channel, provider: Provider, simulator: boolean): string {
  const name = provider === defaultProviderOf(channel) ? '' : `${provider.name} `;
  return `${name}${simulator ? 'simulator' : 'credentials'}`;
}

function toAccount(row: ProviderAccountEntity): Omit<ProviderAccount, 'credentials'> {
  const { id: accountId, appId, key, version, simulator, pace } = row;
  const channel = channelOf(row);
  const provider = providerOfRow(row).name;
  return { accountId, appId, channel, key, provider, version, simulator, ...(pace && { pace }), paused: toPause(row) };
}

/** @throws Error for the account of a channel that this release does not know */
function channelOf({ key }: Pick<ProviderAccountEntity, 'key'>): Channel {
  const channel = CHANNEL_NAMES.find((name) => name === key);
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

/** Where credentials are sealed. */
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
