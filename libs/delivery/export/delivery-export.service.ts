import { Injectable } from '@nestjs/common';
import { platformByNumber } from '#libs/content';
import { STATUSES } from '../model/delivery.types.js';
import { DeliveryExportRepository, type ExportCursor, type ExportedResultRow } from './delivery-export.repository.js';

const PAGE_SIZE = 500;

const STATUS_NAMES = new Map<number, string>([
  [STATUSES.success, 'SUCCESS'],
  [STATUSES.failed, 'FAILED'],
  [STATUSES.skipped, 'SKIPPED'],
]);

/** Reads what was sent to one person, with its outcome. */
@Injectable()
export class DeliveryExportService {
  constructor(private readonly repository: DeliveryExportRepository) {}

  /**
   * Results of a user, oldest first, page by page.
   *
   * @param vbs  buckets that may hold them
   */
  async *readResults(appId: number, uid: number, vbs: readonly number[]): AsyncGenerator<object> {
    for (let after: ExportCursor | null = null, isLast = false; !isLast;) {
      const rows: ExportedResultRow[] = await this.repository.findResults(appId, uid, vbs, after, PAGE_SIZE);
      yield* rows.map(presentResult);
      after = rows.at(-1) ?? null;
      isLast = rows.length < PAGE_SIZE;
    }
  }
}

function presentResult(row: ExportedResultRow): object {
  const { notificationKey, lane, sentAt, platform, status, reason, errorCode, at, title, text, ...reports } = row;
  const { clicks, opens, receipts, callbacks } = reports;
  return {
    notificationKey,
    kind: lane === null ? null : lane === 'bulk' ? 'campaign' : 'transactional',
    platform: platformByNumber(platform) ?? String(platform),
    sentAt,
    title,
    text,
    status: STATUS_NAMES.get(status) ?? String(status),
    reason,
    errorCode,
    at,
    clicks,
    opens,
    receipts,
    callbacks,
  };
}
