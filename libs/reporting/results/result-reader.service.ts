import { Injectable } from '@nestjs/common';
import { CONTACT_CHANNEL_NUMBERS } from '#libs/channels';
import { platformByNumber } from '#libs/content';
import { messageId, readStoredText, SHOWN_TEXT_PURPOSE, STATUSES } from '#libs/delivery';
import { ProviderAccountService } from '#libs/tenancy';
import { TextSealService, type ValueSealer } from '#libs/users/profiles';
import { toInstallationId } from '#libs/users/identities';
import type { PushResult, ResultStatus } from './reporting.types.js';
import type { ResultRow } from './result.repository.js';

/** Names of stored statuses. */
export const STATUS_NAMES: Record<number, ResultStatus> = {
  [STATUSES.success]: 'SUCCESS',
  [STATUSES.failed]: 'FAILED',
  [STATUSES.skipped]: 'SKIPPED',
};

/** Turns stored results into those that people read: texts opened, accounts and platforms by their names. */
@Injectable()
export class ResultReaderService {
  constructor(
    private readonly textSeals: TextSealService,
    private readonly accounts: ProviderAccountService,
  ) {}

  /**
   * @param rows          of the application, which are read afterwards
   * @param showsPrivate  false: without what a recipient alone was sent
   */
  async open(
    appId: number,
    rows: readonly ResultRow[],
    showsPrivate: boolean,
  ): Promise<(row: ResultRow) => PushResult> {
    const isSealed = showsPrivate && rows.some(({ shown }) => typeof shown === 'string');
    const opener = isSealed ? await this.textSeals.getOpener(appId, SHOWN_TEXT_PURPOSE) : undefined;
    const names = await this.nameAccounts(appId, rows);
    return (row) => toResult(showsPrivate ? row : { ...row, shown: null }, names, opener);
  }

  /** Names of accounts by their ids, where a channel has several. */
  private async nameAccounts(appId: number, rows: readonly ResultRow[]): Promise<ReadonlyMap<number, string>> {
    const accounts = rows.some(({ accountId }) => accountId !== null) ? await this.accounts.listAccounts(appId) : [];
    const several = accounts.filter(({ channel, accountId }) =>
      accounts.some((other) => other.channel === channel && other.accountId !== accountId),
    );
    return new Map(several.map(({ accountId, key }) => [accountId, key]));
  }
}

function toResult(row: ResultRow, accounts: ReadonlyMap<number, string>, opener: ValueSealer | undefined): PushResult {
  const account = accounts.get(row.accountId ?? 0);
  const push = !CONTACT_CHANNEL_NUMBERS.includes(row.channel);
  return {
    platform: platformByNumber(row.platform) ?? String(row.platform),
    status: STATUS_NAMES[row.status] ?? 'FAILED',
    errorCode: row.status === STATUSES.success ? null : (row.errorCode ?? row.reason),
    errorMsg: row.reason,
    messageId: messageId(row),
    ...(account !== undefined && { account }),
    installationId: push ? toInstallationId(row.recipientId) : null,
    extId: row.extId,
    timeStamp: row.ts,
    campaignKey: row.campaignKey,
    content: row.content,
    step: row.step,
    run: row.run,
    msgTitle: row.title,
    msgText: row.shown === null ? row.text : readStoredText(row.shown, opener),
  };
}
