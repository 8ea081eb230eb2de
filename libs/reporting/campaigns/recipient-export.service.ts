import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { ResultsService } from '../results/results.service.js';
import { writeResults, type ExportField } from '../results/result-export.js';
import type { ResultFilter } from '../results/reporting.types.js';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';

/** Neither texts nor tokens: they reveal more of a person than the reason does. */
const FIELDS = [
  'timeStamp',
  'status',
  'platform',
  'extId',
  'installationId',
  'errorCode',
  'errorMsg',
] as const satisfies readonly ExportField[];

/** The recipients of a campaign as a file. */
@Injectable()
export class RecipientExportService {
  constructor(
    private readonly results: ResultsService,
    private readonly audit: AuditService,
    private readonly db: Database,
    private readonly clock: ClockService,
  ) {}

  /**
   * Writes into the audit log what leaves, and then sends the recipients line by line as CSV (RFC 4180). So nothing of
   * anybody leaves without its entry.
   *
   * @returns asOf  no result in it is newer
   */
  async start(
    origin: Origin,
    appId: number,
    filter: Omit<ResultFilter, 'showsPrivate'> & { notificationKey: number },
  ): Promise<{ asOf: Date; lines: AsyncIterable<string> }> {
    const { notificationKey, status, reason, platform } = filter;
    const differences = Object.entries({ status, reason, platform }).flatMap(([subject, to]) =>
      to === undefined ? [] : [{ change: 'add' as const, subject, to }],
    );
    const entry = { action: 'recipients.export', subject: `recipients of campaign ${notificationKey}`, differences };
    await this.db.tx((tx) => this.audit.append(tx, appId, origin, [entry]));
    const asOf = this.clock.now();
    const pages = this.results.exportResults(appId, { ...filter, showsPrivate: false, end: asOf });
    return { asOf, lines: writeResults(pages, 'csv', FIELDS) };
  }
}
