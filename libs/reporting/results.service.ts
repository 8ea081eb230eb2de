import { Injectable } from '@nestjs/common';
import { CHANNELS } from '#libs/channels';
import { platformByNumber } from '#libs/content';
import { readStoredText, SHOWN_TEXT_PURPOSE, STATUSES } from '#libs/delivery';
import { ApplicationService } from '#libs/tenancy';
import { RecipientService, TextSealService, toInstallationId, UserLookupService, type ValueSealer } from '#libs/users';
import { malformed } from '#platform/errors';
import { bucketOfId } from '#platform/ids';
import { ClockService } from '#platform/runtime';
import type { PushResult, ResultFilter, ResultPage } from './reporting.types.js';
import { readCursor, writeCursor } from './result-cursor.js';
import { ResultRepository, type ResultRow, type ResultWindow } from './result.repository.js';

const DAY_MS = 24 * 3600 * 1000;
/** Without `start` and `end`: the last two weeks (specification, section 4.5). */
const DEFAULT_WINDOW_MS = 14 * DAY_MS;
/** The longest time to live of a message after its launch. */
const MAX_TTL_MS = 28 * DAY_MS;
const DEFAULT_PAGE = 10;
const MAX_PAGE = 1000;

/** `getPushResult`: one final result for each recipient. Filters without a match give an empty list. */
@Injectable()
export class ResultsService {
  constructor(
    private readonly results: ResultRepository,
    private readonly users: UserLookupService,
    private readonly recipients: RecipientService,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
    private readonly textSeals: TextSealService,
  ) {}

  async getPage(appId: number, filter: ResultFilter): Promise<ResultPage> {
    const max = filter.max ?? DEFAULT_PAGE;
    if (max < 1 || max > MAX_PAGE) {
      throw malformed(`Field 'max' should be between 1 and ${MAX_PAGE}`);
    }
    const { settings } = await this.applications.getApplication(appId);
    const window = this.toWindow(appId, filter, settings.retention.results, max + 1);
    const rows = await this.findRows(filter, window);
    const list = rows.slice(0, max);
    const last = list.at(-1);
    const isSealed = list.some(({ shown }) => typeof shown === 'string');
    const opener = isSealed ? await this.textSeals.getOpener(appId, SHOWN_TEXT_PURPOSE) : undefined;
    const results = list.map((row) => toResult(row, opener));
    return { list: results, ...(rows.length > max && last && { next: writeCursor(last) }) };
  }

  private async findRows(filter: ResultFilter, window: ResultWindow): Promise<ResultRow[]> {
    if (filter.token !== undefined) {
      const instId = (await this.users.findInstIdsByTokens(window.appId, [filter.token])).get(filter.token);
      const [device] = await this.recipients.findRecipientsByInstallation(
        window.appId,
        instId === undefined ? [] : [instId],
        {
          withProfile: false,
        },
      );
      if (!device || (filter.extId !== undefined && device.extId !== filter.extId)) {
        return [];
      }
      return this.results.findByUser(window, device.uid, [bucketOfId(device.instId)], device.instId);
    }
    if (filter.extId !== undefined) {
      const uid = (await this.users.findUidsByExtIds(window.appId, [filter.extId])).get(filter.extId);
      if (uid === undefined) {
        return [];
      }
      const buckets = await this.users.findResultBuckets(window.appId, [uid]);
      return this.results.findByUser(
        window,
        uid,
        buckets.map(({ vb }) => vb),
        null,
      );
    }
    return this.results.findPage(window);
  }

  /** @param keptDays  retention of the application; older results are not shown, even while their partition exists */
  private toWindow(appId: number, filter: ResultFilter, keptDays: number, limit: number): ResultWindow {
    const now = this.clock.now();
    const startOrDefault = filter.start ?? new Date((filter.end ?? now).getTime() - DEFAULT_WINDOW_MS);
    const endOrNow = filter.end ?? now;
    const [earliest, end] = startOrDefault <= endOrNow ? [startOrDefault, endOrNow] : [endOrNow, startOrDefault];
    const start = new Date(Math.max(earliest.getTime(), now.getTime() - keptDays * DAY_MS));
    return {
      appId,
      dayTo: toDay(end),
      dayFrom: toDay(new Date(start.getTime() - MAX_TTL_MS)),
      start,
      end,
      notificationKey: filter.notificationKey ?? null,
      after: filter.offset === undefined ? null : readCursor(filter.offset),
      limit,
    };
  }
}

function toDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function toResult(row: ResultRow, opener: ValueSealer | undefined): PushResult {
  const push = row.channel !== CHANNELS.smtp && row.channel !== CHANNELS.sms;
  return {
    platform: platformByNumber(row.platform) ?? String(row.platform),
    status: row.status === STATUSES.success ? 'SUCCESS' : 'FAILED',
    errorCode: row.status === STATUSES.success ? null : (row.errorCode ?? row.reason),
    errorMsg: row.reason,
    installationId: push ? toInstallationId(row.recipientId) : null,
    extId: row.extId,
    timeStamp: row.ts,
    msgTitle: row.title,
    msgText: row.shown === null ? row.text : readStoredText(row.shown, opener),
  };
}
