import { Injectable } from '@nestjs/common';
import { AuditService } from '#libs/audit';
import { type DispatchRequest, DispatchIntakeService } from '#libs/delivery';
import type { Caller } from '#libs/tenancy';
import { Database } from '#platform/db';
import { ApprovalService } from '../approvals/approval.service.js';
import { DefinitionRepository } from '../definitions/definition.repository.js';

/** A campaign before it has a key. */
export type CampaignRequest = Omit<DispatchRequest, 'notificationKey'>;

/** Stores campaigns. */
@Injectable()
export class CampaignStoreService {
  constructor(
    private readonly db: Database,
    private readonly definitions: DefinitionRepository,
    private readonly intake: DispatchIntakeService,
    private readonly approvals: ApprovalService,
    private readonly audit: AuditService,
  ) {}

  /** Stores a campaign, its dispatch and the entry of the audit log in one transaction. @returns its key */
  async store(caller: Caller, request: CampaignRequest): Promise<number> {
    const { appId } = caller;
    const [dispatchId = Number.NaN] = await this.intake.allocateDispatchIds(1);
    return this.db.tx(async (tx) => {
      const notificationKey = await this.definitions.insertDefinition(tx, appId, 'campaign', request.message);
      await this.intake.accept(tx, dispatchId, { ...request, notificationKey });
      if (request.dueAt === null) {
        await this.approvals.recordRequest(tx, caller, { approvalId: notificationKey, dispatchIds: [dispatchId] });
      } else {
        const entry = { action: 'campaign.start', subject: `campaign ${notificationKey}` };
        await this.audit.append(tx, appId, caller, [entry]);
      }
      return notificationKey;
    });
  }
}
