import { Injectable } from '@nestjs/common';
import { AuditService } from '#libs/audit';
import type { Message } from '#libs/content';
import { ApplicationService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { AppError } from '#platform/errors';
import { mustTransactionalWait } from '../approvals/approval-policy.js';
import type { CampaignAuthor } from '../campaigns/campaign-store.service.js';
import type { ComposedMessageDto } from './composed-campaign.dto.js';
import { MailContentService } from './mail-content.service.js';
import { inOnlyLanguage } from './only-language.js';
import { DefinitionReferencesService } from '../definitions/definition-references.service.js';
import { TestDispatchService } from './test-dispatch.service.js';

/**
 * The recipient of a test and its language.
 *
 * @property language  a name of `message.languages`, empty for the texts of the message itself; absent: each person's own
 */
export interface TestOrder {
  extIds: readonly string[];
  language?: string | undefined;
}

/** @property people  who gets it */
export interface TestSend {
  dispatchId: number;
  notificationKey: number;
  people: { uid: number; extId: string }[];
}

/** Sends a message that is being written to a few people, before anybody else gets it. */
@Injectable()
export class TestSendService {
  constructor(
    private readonly mails: MailContentService,
    private readonly tests: TestDispatchService,
    private readonly users: UserLookupService,
    private readonly applications: ApplicationService,
    private readonly audit: AuditService,
    private readonly references: DefinitionReferencesService,
  ) {}

  /**
   * Sends as a message to single people does: what they refused of it they do not get. It is no
   * campaign, stands in no figure, and calls no webhook.
   *
   * @throws AppError as `MailContentService.readMessage`; unknown_subject for an extId of no user; malformed for a
   *   language that the message does not have; not_granted where the application lets no message to so many people go
   *   without an approval
   */
  async send(author: CampaignAuthor, composed: ComposedMessageDto, { extIds, language }: TestOrder): Promise<TestSend> {
    const { appId } = author;
    const { message } = await this.mails.readMessage(author, composed);
    const uids = await this.users.findUidsByExtIds(appId, extIds);
    const unknown = extIds.find((extId) => !uids.has(extId));
    if (unknown !== undefined) {
      throw new AppError('unknown_subject', `No user has the extId '${unknown.slice(0, 80)}'`);
    }
    const people = [...uids].map(([extId, uid]) => ({ uid, extId }));
    const { settings } = await this.applications.getApplication(appId);
    if (mustTransactionalWait(settings.approval, { users: people.length, hasConditions: false })) {
      throw new AppError(
        'not_granted',
        `This application lets nothing go to ${people.length} people without an approval, not even a test`,
      );
    }
    const test = {
      appId,
      message: toTest(message, language),
      extIds: people.map(({ extId }) => extId),
      ...(await this.references.resolveCategories(appId, message)),
    };
    const stored = await this.tests.store(test, (tx, key) =>
      this.audit.append(tx, appId, author, [{ action: 'campaign.test', subject: `message ${key}` }]),
    );
    return { ...stored, people };
  }
}

/** Its results are no affair of a webhook. */
function toTest({ hook: _hook, ...message }: Message, language: string | undefined): Message {
  return inOnlyLanguage(message, language);
}
