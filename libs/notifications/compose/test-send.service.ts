import { Injectable } from '@nestjs/common';
import { ExplainService, type Target } from '#libs/audience';
import { AuditService } from '#libs/audit';
import { DispatchIntakeService, LANES } from '#libs/delivery';
import { ApplicationService } from '#libs/tenancy';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { mustTransactionalWait } from '../approvals/approval-policy.js';
import type { CampaignAuthor } from '../campaigns/campaign-store.service.js';
import { DefinitionRepository } from '../definitions/definition.repository.js';
import type { ComposedMessageDto } from './composed-campaign.dto.js';
import { MailContentService } from './mail-content.service.js';

/** Sends a message that is being written to one person, before anybody else gets it. */
@Injectable()
export class TestSendService {
  constructor(
    private readonly db: Database,
    private readonly mails: MailContentService,
    private readonly definitions: DefinitionRepository,
    private readonly intake: DispatchIntakeService,
    private readonly explainer: ExplainService,
    private readonly applications: ApplicationService,
    private readonly audit: AuditService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Sends as a message to one person does: it is no campaign, and stands in the timeline of the person.
   *
   * @returns the key of the message
   * @throws AppError as `MailContentService.readMessage`; unknown_subject; not_granted where the application lets no message
   *   to a single person go without an approval
   */
  async send(author: CampaignAuthor, composed: ComposedMessageDto, extId: string): Promise<number> {
    const { appId } = author;
    const { message } = await this.mails.readMessage(author, composed);
    await this.explainer.findUid(appId, extId);
    const { settings } = await this.applications.getApplication(appId);
    if (mustTransactionalWait(settings.approval, { users: 1, hasConditions: false })) {
      throw new AppError('not_granted', 'This application lets nothing go without an approval, not even a test');
    }
    const [dispatchId = Number.NaN] = await this.intake.allocateDispatchIds(1);
    const target: Target = { type: 'extIds', extIds: [extId] };
    return this.db.tx(async (tx) => {
      const notificationKey = await this.definitions.insertDefinition(tx, appId, 'direct', message);
      await this.intake.accept(tx, dispatchId, {
        appId,
        notificationKey,
        lane: LANES.transactional,
        message,
        target,
        options: {},
        dueAt: this.clock.now(),
      });
      await this.audit.append(tx, appId, author, [{ action: 'campaign.test', subject: `message ${notificationKey}` }]);
      return notificationKey;
    });
  }
}
