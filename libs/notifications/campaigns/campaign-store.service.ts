import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { type DispatchRequest, DispatchIntakeService } from '#libs/delivery';
import type { Caller } from '#libs/tenancy';
import { Database, type Tx } from '#platform/db';
import { ApprovalService } from '../approvals/approval.service.js';
import type { AskedCampaign } from '../approvals/approval.types.js';
import { DefinitionRepository } from '../definitions/definition.repository.js';
import { DraftService } from '../drafts/draft.service.js';
import type { SeenDraft } from '../drafts/draft.types.js';

/** A campaign before it has a key. */
export type CampaignRequest = Omit<DispatchRequest, 'notificationKey'>;

/** Sender of a campaign: a key or a member, its sight of private values, and the icon of its application's web pushes. */
export type CampaignAuthor = Origin & Pick<Caller, 'appId' | 'iconUrl' | 'seesPrivate'>;

/** Stores campaigns. */
@Injectable()
export class CampaignStoreService {
  constructor(
    private readonly db: Database,
    private readonly definitions: DefinitionRepository,
    private readonly intake: DispatchIntakeService,
    private readonly approvals: ApprovalService,
    private readonly drafts: DraftService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Stores a campaign, its dispatch and the entry of the audit log in one transaction.
   *
   * @param asked    what a member composed, for those who approve it
   * @param written  the draft that it was written as, which ends with it
   * @returns its key
   * @throws AppError as `ApprovalService.endOwn` and `DraftService.lockForLaunch`
   */
  async store(
    caller: CampaignAuthor,
    request: CampaignRequest,
    asked?: AskedCampaign,
    written: SeenDraft | null = null,
  ): Promise<number> {
    const [dispatchId = Number.NaN] = await this.intake.allocateDispatchIds(1);
    return this.db.tx(async (tx) => {
      if (written) {
        await this.drafts.lockForLaunch(tx, caller.appId, written);
      }
      if (typeof asked?.revises === 'number') {
        await this.approvals.endOwn(tx, caller, asked.revises, 'replace');
      }
      const notificationKey = await this.insert(tx, dispatchId, request);
      if (written) {
        await this.drafts.close(tx, caller, written.draftId, notificationKey);
      }
      const { approval } = request.options;
      if (approval) {
        const send = { approvalId: notificationKey, dispatchIds: [dispatchId], needed: approval.needed };
        await this.approvals.recordRequest(tx, caller, send, asked);
      } else {
        await this.auditStart(tx, caller, request.appId, notificationKey);
      }
      return notificationKey;
    });
  }

  /**
   * The same for a copy that needs no approval, because it reaches nobody: only simulated accounts send it. It leaves no
   * inbox messages, and calls no webhook.
   */
  async storeDrill(
    origin: Origin,
    { message, options, ...request }: CampaignRequest & { dueAt: Date },
  ): Promise<number> {
    const { inbox: _inbox, hook: _hook, ...copied } = message;
    const { includeOptedOut, lastActiveDevice, categoryIds, limits } = options;
    const [dispatchId = Number.NaN] = await this.intake.allocateDispatchIds(1);
    return this.db.tx(async (tx) => {
      const notificationKey = await this.insert(tx, dispatchId, {
        ...request,
        message: copied,
        options: {
          ...(includeOptedOut !== undefined && { includeOptedOut }),
          ...(lastActiveDevice !== undefined && { lastActiveDevice }),
          ...(categoryIds && { categoryIds }),
          ...(limits && { limits }),
          onlySimulated: true,
        },
      });
      await this.auditStart(tx, origin, request.appId, notificationKey);
      return notificationKey;
    });
  }

  private async insert(tx: Tx, dispatchId: number, request: CampaignRequest): Promise<number> {
    const notificationKey = await this.definitions.insertDefinition(tx, request.appId, 'campaign', request.message);
    await this.intake.accept(tx, dispatchId, { ...request, notificationKey });
    return notificationKey;
  }

  private async auditStart(tx: Tx, origin: Origin, appId: number, notificationKey: number): Promise<void> {
    const entry = { action: 'campaign.start', subject: `campaign ${notificationKey}` };
    await this.audit.append(tx, appId, origin, [entry]);
  }
}
