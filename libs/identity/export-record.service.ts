import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { SaltService } from './salt.service.js';

/** Adds exports to the audit log. */
@Injectable()
export class ExportRecordService {
  constructor(
    private readonly db: Database,
    private readonly audit: AuditService,
    private readonly salts: SaltService,
    private readonly clock: ClockService,
  ) {}

  /**
   * The entry names the person by the hash that receipts of erasures have too.
   *
   * @returns the moment of the export
   */
  async recordExport(appId: number, extId: string, origin: Origin): Promise<Date> {
    const hash = (await this.salts.createHasher(appId))(extId).toString('hex');
    await this.db.tx((tx) =>
      this.audit.append(tx, appId, origin, [{ action: 'users.export', subject: `person ${hash}` }]),
    );
    return this.clock.now();
  }
}
