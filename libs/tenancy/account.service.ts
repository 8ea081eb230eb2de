import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { MasterKey } from '#platform/crypto';
import type { Tx } from '#platform/db';
import { readAccount, type WantedAccount } from './credentials.js';
import { Form } from './form.js';
import { ProviderAccountRepository, type StoredAccount } from './provider-account.repository.js';
import { makeCredentials, makeVapid } from './simulated-credentials.js';
import {
  ACCOUNT_CHANNELS,
  type AccountChannel,
  type AccountCredentials,
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type ProviderAccount,
} from './tenancy.types.js';

type Credentials = AccountCredentials[AccountChannel];

/** Provider accounts: sealed at rest, opened for the one who sends. */
@Injectable()
export class AccountService implements ApplySection {
  readonly section = 'channels';

  constructor(
    private readonly accounts: ProviderAccountRepository,
    private readonly masterKey: MasterKey,
    private readonly clock: ClockService,
  ) {}

  /**
   * The account that reaches a channel's provider, credentials opened; null when the application has none. Read for each
   * chunk and not kept: one row, and a pause or a new key counts at once.
   *
   * @throws Error when `MASTER_KEY` is not the one that sealed it
   */
  async account<C extends AccountChannel>(appId: number, channel: C): Promise<ProviderAccount<C> | null> {
    const row = await this.accounts.find(appId, channel);
    if (!row) {
      return null;
    }
    const { accountId, version, simulator, pace } = row;
    const credentials = JSON.parse(this.masterKey.open(row.sealed, context(row))) as AccountCredentials[C];
    return { accountId, appId, channel, version, credentials, simulator, ...(pace && { pace }), paused: pauseOf(row) };
  }

  /** The accounts of an application as a screen may show them: without credentials. */
  async list(appId: number): Promise<Omit<ProviderAccount, 'credentials'>[]> {
    return (await this.accounts.list(appId)).map((row) => {
      const { accountId, channel, version, simulator, pace } = row;
      return { accountId, appId, channel, version, simulator, ...(pace && { pace }), paused: pauseOf(row) };
    });
  }

  /**
   * Stops sending with an account whose provider refuses its credentials or its form of request, until it is resumed or
   * its credentials change. Does nothing when they have changed since `account` was read.
   *
   * @returns whether this call paused it
   */
  async pause(
    account: Pick<ProviderAccount, 'appId' | 'accountId' | 'version'>,
    reason: { code: string; why: string },
  ): Promise<boolean> {
    return this.accounts.pause(account, { ...reason, at: this.clock.now() });
  }

  /** @returns false when the account was not paused */
  async resume(appId: number, channel: AccountChannel): Promise<boolean> {
    return this.accounts.resume(appId, channel);
  }

  async apply(tx: Tx, app: Application, value: unknown, { prune }: ApplyContext): Promise<Difference[]> {
    const form = Form.of(value, 'channels', ACCOUNT_CHANNELS);
    const stored = await this.accounts.list(app.id, tx);
    const differences: Difference[] = [];
    for (const channel of ACCOUNT_CHANNELS) {
      const row = stored.find((candidate) => candidate.channel === channel);
      if (form.has(channel)) {
        differences.push(...(await this.applyOne(tx, app, channel, readAccount(channel, form.value(channel)), row)));
      } else if (prune && row) {
        await this.accounts.delete(tx, app.id, channel);
        differences.push({ change: 'remove', what: `channels: ${channel}` });
      }
    }
    return differences;
  }

  private async applyOne(
    tx: Tx,
    app: Application,
    channel: AccountChannel,
    wanted: WantedAccount,
    row: StoredAccount | undefined,
  ): Promise<Difference[]> {
    const now = row && this.openOrForget(row);
    const credentials = await resolve(app, channel, wanted, row, now);
    const isSame = row?.simulator === wanted.simulator && isDeepStrictEqual(now, asStored(credentials));
    if (row && isSame && isDeepStrictEqual(row.pace, wanted.pace)) {
      return [];
    }
    const sealed = this.masterKey.seal(JSON.stringify(credentials), context({ appId: app.id, channel }));
    await this.accounts.save(tx, { appId: app.id, channel, simulator: wanted.simulator, sealed, pace: wanted.pace });
    const to = wanted.simulator ? 'simulator' : 'credentials';
    if (!row) {
      return [{ change: 'add', what: `channels: ${channel}`, to }];
    }
    if (isSame) {
      const [from, to] = [row.pace, wanted.pace].map((pace) => (pace ? JSON.stringify(pace) : 'unlimited'));
      return [{ change: 'change', what: `channels: ${channel}: pace`, ...(from && { from }), ...(to && { to }) }];
    }
    return [{ change: 'change', what: `channels: ${channel}`, from: row.simulator ? 'simulator' : 'credentials', to }];
  }

  /** What another `MASTER_KEY` sealed cannot be compared: it counts as different, so applying the file mends it. */
  private openOrForget(row: StoredAccount): Credentials | undefined {
    try {
      return JSON.parse(this.masterKey.open(row.sealed, context(row))) as Credentials;
    } catch {
      return undefined;
    }
  }
}

/** Made credentials stay as they are while they fit what is wanted, else every apply would change them. */
async function resolve(
  app: Application,
  channel: AccountChannel,
  wanted: WantedAccount,
  row: StoredAccount | undefined,
  now: Credentials | undefined,
): Promise<Credentials> {
  if (wanted.simulator) {
    const made = row?.simulator && now ? now : await makeCredentials(app, channel);
    return channel === 'smtp' ? { ...made, dkim: wanted.dkim } : made;
  }
  if (wanted.keys === 'given') {
    return wanted.credentials;
  }
  const kept = !row?.simulator && now && 'publicKey' in now ? now : makeVapid(wanted.subject);
  return { ...kept, subject: wanted.subject };
}

/** As it would come back from the database: without fields that are undefined. */
function asStored(credentials: Credentials): unknown {
  return JSON.parse(JSON.stringify(credentials));
}

/** Bound to the sealed value, so that a row copied to another application or channel does not open. */
function context(account: { appId: number; channel: AccountChannel }): string {
  return `app ${account.appId}, channel ${account.channel}`;
}

function pauseOf(row: StoredAccount): ProviderAccount['paused'] {
  return row.pausedAt === null ? null : { code: row.pauseCode ?? '', why: row.pauseWhy ?? '', since: row.pausedAt };
}
