import { Injectable } from '@nestjs/common';
import { platformByNumber } from '#libs/content';
import type { ResultPlace } from '#libs/users/identities';
import { TextSealService, type ValueSealer } from '#libs/users/profiles';
import { readStoredText, SHOWN_TEXT_PURPOSE } from '../model/shown-text.js';
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
  constructor(
    private readonly repository: DeliveryExportRepository,
    private readonly textSeals: TextSealService,
  ) {}

  /**
   * Results of a user, oldest first, page by page.
   *
   * @param places  where they may lie
   */
  async *readResults(appId: number, uid: number, places: readonly ResultPlace[]): AsyncGenerator<object> {
    for (let after: ExportCursor | null = null, isLast = false; !isLast;) {
      const rows: ExportedResultRow[] = await this.repository.findResults(appId, uid, places, after, PAGE_SIZE);
      const isSealed = rows.some(({ shown }) => typeof shown === 'string');
      const opener = isSealed ? await this.textSeals.getOpener(appId, SHOWN_TEXT_PURPOSE) : undefined;
      yield* rows.map((row) => presentResult(row, opener));
      after = rows.at(-1) ?? null;
      isLast = rows.length < PAGE_SIZE;
    }
  }
}

function presentResult(row: ExportedResultRow, opener: ValueSealer | undefined): object {
  const {
    notificationKey,
    lane,
    sentAt,
    platform,
    status,
    reason,
    errorCode,
    at,
    title,
    shown,
    params,
    live,
    ...reports
  } = row;
  const { clicks, opens, receipts, callbacks, machines } = reports;
  return {
    notificationKey,
    kind: lane === null ? null : lane === 'bulk' ? 'campaign' : 'transactional',
    platform: platformByNumber(platform) ?? String(platform),
    sentAt,
    title,
    text: shown === null ? row.text : readStoredText(shown, opener),
    // Parameters of a secret message stay sealed.
    ...(typeof params === 'object' && params && { params }),
    ...(typeof live === 'object' && live && { fetched: live.values }),
    status: STATUS_NAMES.get(status) ?? String(status),
    reason,
    errorCode,
    at,
    clicks,
    opens,
    receipts,
    callbacks,
    machines,
  };
}
