import { Injectable } from '@nestjs/common';
import { CONTACT_CHANNEL_NUMBERS } from '#libs/channels/definitions';
import { platformByNumber } from '#libs/content';
import { messageId, readStoredText, SHOWN_TEXT_PURPOSE, STATUSES } from '#libs/delivery';
import { LiveReportService } from '#libs/delivery/live-data';
import { ProviderAccountService } from '#libs/tenancy';
import { TextSealService, type ValueSealer } from '#libs/users/profiles';
import { toInstallationId } from '#libs/users/identities';
import type { PushResult, ResultStatus } from './reporting.types.js';
import type { ResultCursor } from './result-cursor.js';
import { ResultRepository, type ResultRow, type ResultWindow } from './result.repository.js';
import type { Subject } from './result-subject.service.js';

/** The place of a stored result. */
type RowCursor = Extract<ResultCursor, { source: 'result' }>;

/** Names of stored statuses. */
export const STATUS_NAMES: Record<number, ResultStatus> = {
  [STATUSES.success]: 'SUCCESS',
  [STATUSES.failed]: 'FAILED',
  [STATUSES.skipped]: 'SKIPPED',
};

/** Reads stored results as people read them: texts opened, accounts and platforms by their names. */
@Injectable()
export class ResultReaderService {
  constructor(
    private readonly results: ResultRepository,
    private readonly textSeals: TextSealService,
    private readonly accounts: ProviderAccountService,
    private readonly live: LiveReportService,
  ) {}

  /** Lists the results of a page. @param showsPrivate  false: without what a recipient alone was sent */
  async list(
    window: ResultWindow,
    subject: Exclude<Subject, { kind: 'name' }>,
    showsPrivate: boolean,
  ): Promise<{ cursor: RowCursor; result: PushResult }[]> {
    const rows =
      subject.kind === 'user'
        ? await this.results.findByUser(window, subject.uid, subject.recipientIds, subject.instId)
        : await this.results.findPage(window);
    const isSealed = showsPrivate && rows.some(({ shown }) => typeof shown === 'string');
    const opener = isSealed ? await this.textSeals.getOpener(window.appId, SHOWN_TEXT_PURPOSE) : undefined;
    const names = await this.nameAccounts(window.appId, rows);
    const failures = await this.live.findFailures(window.appId, rows);
    return rows.map((row) => ({
      cursor: cursorOf(row),
      result: {
        ...toResult(showsPrivate ? row : { ...row, shown: null }, names, opener),
        ...(failures.has(row) && { errorDetail: failures.get(row) ?? null }),
      },
    }));
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

function cursorOf({ at, vb, dispatchId, channel, recipientId }: ResultRow): RowCursor {
  return { source: 'result', at, vb, dispatchId, channel, recipientId };
}
