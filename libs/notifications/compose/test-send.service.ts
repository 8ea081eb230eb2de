import { Injectable } from '@nestjs/common';
import { AuditService } from '#libs/audit';
import type { Message } from '#libs/content';
import { ApplicationService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { AppError } from '#platform/errors';
import { mustTransactionalWait } from '#libs/notifications/approvals';
import type { CampaignAuthor } from '#libs/notifications/campaigns';
import type { ComposedMessageDto } from './composed-campaign.dto.js';
import { MailContentService } from './mail-content.service.js';
import { inOnlyLanguage } from './only-language.js';
import { DefinitionReferencesService } from '../definitions/definition-references.service.js';
import { TestDispatchService, type StoredTest, type TestMessage } from './test-dispatch.service.js';

/**
 * The recipient of a test and its language.
 *
 * @property language  a name of `message.languages`, empty for the texts of the message itself; absent: each person's own
 */
export interface TestOrder {
  extIds: readonly string[];
  language?: string | undefined;
}

/** @property people  who gets it @property others  of the further contents, in their order */
export interface TestSend extends StoredTest {
  people: { uid: number; extId: string }[];
  others: StoredTest[];
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
   * campaign, stands in no figure, and calls no webhook. Several contents leave together, or none of them does.
   *
   * @param contents  in the order of reach
   * @throws AppError as `MailContentService.readSent`; unknown_subject for an extId of no user; malformed for a
   *   language that the message does not have; not_granted where the application lets no message to so many people go
   *   without an approval
   */
  async send(
    author: CampaignAuthor,
    contents: readonly ComposedMessageDto[],
    { extIds, language }: TestOrder,
  ): Promise<TestSend> {
    const { appId } = author;
    const messages: Message[] = [];
    for (const composed of contents) {
      messages.push(await this.mails.readSent(author, composed));
    }
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
    const tests: TestMessage[] = [];
    for (const message of messages) {
      tests.push({
        appId,
        message: toTest(message, hasLanguage(message, language, messages) ? language : undefined),
        extIds: people.map(({ extId }) => extId),
        ...(await this.references.resolveCategories(appId, message)),
      });
    }
    const [first, ...others] = await this.tests.storeAll(tests, (tx, key) =>
      this.audit.append(tx, appId, author, [{ action: 'campaign.test', subject: `message ${key}` }]),
    );
    if (first === undefined) {
      throw new RangeError('A test has at least one message');
    }
    return { ...first, others, people };
  }
}

/** A content without the language that another one has is shown in each person's own. */
function hasLanguage(message: Message, language: string | undefined, all: readonly Message[]): boolean {
  const has = ({ languages }: Message): boolean => language !== undefined && Object.hasOwn(languages ?? {}, language);
  return has(message) || !all.some(has);
}

/** Its results are no affair of a webhook. */
function toTest({ hook: _hook, ...message }: Message, language: string | undefined): Message {
  return inOnlyLanguage(message, language);
}
