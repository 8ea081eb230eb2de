import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { ApplicationService } from '#libs/tenancy';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { SaltService } from './salt.service.js';

/** The fields with which an export begins. */
export interface ExportHead {
  application: string;
  extId: string;
  exportedAt: Date;
}

/** Adds exports to the audit log. */
@Injectable()
export class ExportRecordService {
  constructor(
    private readonly db: Database,
    private readonly audit: AuditService,
    private readonly salts: SaltService,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Adds an export. The entry names the person by the hash that receipts of erasures have too.
   */
  async recordExport(appId: number, extId: string, origin: Origin): Promise<ExportHead> {
    const hash = (await this.salts.createHasher(appId))(extId).toString('hex');
    await this.db.tx((tx) =>
      this.audit.append(tx, appId, origin, [{ action: 'users.export', subject: `person ${hash}` }]),
    );
    const { name } = await this.applications.getApplication(appId);
    return { application: name, extId, exportedAt: this.clock.now() };
  }
}
