import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AuditService, SYSTEM, type Origin } from '#libs/audit';
import { MasterKey } from '#platform/crypto';
import { Database, type Statements, type Tx } from '#platform/db';
import type { SealedColumn } from '#platform/resealing';
import { ClockService } from '#platform/runtime';
import { Form } from '../model/form.js';
import {
  ACCOUNT_CHANNELS,
  type AccountChannel,
  type AccountCredentials,
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type ProviderAccount,
  type SectionContent,
} from '../model/tenancy.types.js';
import { toAccountEntry } from './account-entry.js';
import { CHANNELS_REFERENCE } from './channels-reference.js';
import { readAccount, type DesiredAccount } from './credentials.js';
import type { ProviderAccountEntity } from './provider-account.entity.js';
import { ProviderAccountRepository } from './provider-account.repository.js';
import { generateCredentials, generateVapidKeys, setSimulatedFields } from './simulated-credentials.js';

type Credentials = AccountCredentials[AccountChannel];

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
  async findAccount<C extends AccountChannel>(appId: number, channel: C): Promise<ProviderAccount<C> | null> {
    const row = await this.accounts.find(appId, channel);
    if (!row) {
      return null;
    }
    const { id: accountId, version, simulator, pace } = row;
    const credentials = JSON.parse(this.masterKey.open(row.sealed, sealContext(row))) as AccountCredentials[C];
    return { accountId, appId, channel, version, credentials, simulator, ...(pace && { pace }), paused: toPause(row) };
  }

  /** The accounts of an application, without credentials. */
  async listAccounts(appId: number): Promise<Omit<ProviderAccount, 'credentials'>[]> {
    return (await this.accounts.listByApplication(appId)).map((row) => {
      const { id: accountId, channel, version, simulator, pace } = row;
      return { accountId, appId, channel, version, simulator, ...(pace && { pace }), paused: toPause(row) };
    });
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
  async resumeAccount(appId: number, channel: AccountChannel, origin: Origin = SYSTEM): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const isResumed = await this.accounts.resume(tx, appId, channel);
      const entry = { action: 'account.resume', subject: `account of ${channel}` };
      await this.audit.append(tx, appId, origin, isResumed ? [entry] : []);
      return isResumed;
    });
  }

  async apply(tx: Tx, app: Application, value: unknown, { prune }: ApplyContext): Promise<Difference[]> {
    const form = Form.read(value, 'channels', ACCOUNT_CHANNELS);
    const stored = await this.accounts.listByApplication(app.id, tx);
    const differences: Difference[] = [];
    for (const channel of ACCOUNT_CHANNELS) {
      const row = stored.find((candidate) => candidate.channel === channel);
      if (form.has(channel)) {
        differences.push(
          ...(await this.applyAccount(tx, app, channel, readAccount(channel, form.value(channel)), row)),
        );
      } else if (prune && row) {
        await this.accounts.delete(tx, app.id, channel);
        differences.push({ change: 'remove', subject: `channels: ${channel}` });
      }
    }
    return differences;
  }

  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const rows = await this.accounts.listByApplication(id, on);
    const entries = rows.map((row) => ({ row, ...toAccountEntry(row, this.openIfPossible(row)) }));
    const value = Object.fromEntries(entries.map(({ row, entry }) => [row.channel, entry]));
    return rows.length === 0 ? undefined : { value, withheld: entries.flatMap(({ withheld }) => withheld) };
  }

  private async applyAccount(
    tx: Tx,
    app: Application,
    channel: AccountChannel,
    desired: DesiredAccount,
    row: ProviderAccountEntity | undefined,
  ): Promise<Difference[]> {
    const now = row && this.openIfPossible(row);
    const credentials = await resolveCredentials(app, channel, desired, row, now);
    const isSame = row?.simulator === desired.simulator && isDeepStrictEqual(now, toStoredForm(credentials));
    if (row && isSame && isDeepStrictEqual(row.pace, desired.pace)) {
      return [];
    }
    const sealed = this.masterKey.seal(JSON.stringify(credentials), sealContext({ appId: app.id, channel }));
    await this.accounts.save(tx, { appId: app.id, channel, simulator: desired.simulator, sealed, pace: desired.pace });
    const to = desired.simulator ? 'simulator' : 'credentials';
    if (!row) {
      return [{ change: 'add', subject: `channels: ${channel}`, to }];
    }
    if (isSame) {
      const [from, to] = [row.pace, desired.pace].map((pace) => (pace ? JSON.stringify(pace) : 'unlimited'));
      return [{ change: 'change', subject: `channels: ${channel}: pace`, ...(from && { from }), ...(to && { to }) }];
    }
    return [
      { change: 'change', subject: `channels: ${channel}`, from: row.simulator ? 'simulator' : 'credentials', to },
    ];
  }

  /** Credentials sealed by another `MASTER_KEY` count as different, so that applying the file repairs them. */
  private openIfPossible(row: ProviderAccountEntity): Credentials | undefined {
    try {
      return JSON.parse(this.masterKey.open(row.sealed, sealContext(row))) as Credentials;
    } catch {
      return undefined;
    }
  }
}

/** Generated credentials stay while they fit the file; otherwise every apply would change them. */
async function resolveCredentials(
  app: Application,
  channel: AccountChannel,
  desired: DesiredAccount,
  row: ProviderAccountEntity | undefined,
  now: Credentials | undefined,
): Promise<Credentials> {
  if (desired.simulator) {
    const credentials = row?.simulator && now ? now : await generateCredentials(app, channel);
    return setSimulatedFields(channel, credentials, desired.settings);
  }
  if (desired.keys === 'given') {
    return desired.credentials;
  }
  const vapidKeys = !row?.simulator && now && 'publicKey' in now ? now : generateVapidKeys(desired.subject);
  return { ...vapidKeys, subject: desired.subject };
}

/** The form that the database returns: without undefined fields. */
function toStoredForm(credentials: Credentials): unknown {
  return JSON.parse(JSON.stringify(credentials));
}

/** Where credentials are sealed. */
export const SEALED_CREDENTIALS: SealedColumn = {
  table: 'tenancy.provider_account',
  column: 'sealed',
  key: ['id'],
  context: ['app_id', 'channel'],
  toContext: ({ app_id: appId, channel }) => sealContext({ appId: Number(appId), channel: channel as AccountChannel }),
};

/** Part of the encryption, so that a row copied to another application or channel cannot be opened. */
function sealContext(account: { appId: number; channel: AccountChannel }): string {
  return `app ${account.appId}, channel ${account.channel}`;
}

function toPause(row: ProviderAccountEntity): ProviderAccount['paused'] {
  return row.pausedAt === null ? null : { code: row.pauseCode ?? '', why: row.pauseWhy ?? '', since: row.pausedAt };
}
