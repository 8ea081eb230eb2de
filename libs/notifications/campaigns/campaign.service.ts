import { Injectable } from '@nestjs/common';
import { bulkTarget, type Target } from '#libs/audience';
import { WrittenTargetService } from '#libs/audience/recipients';
import { checkSizes, type Message } from '#libs/content';
import { bulkMessage, withIcon, type BulkContentDto } from '#libs/content/parse';
import { refuseBrokenPlaceholders } from '#libs/content/template';
import type { ApprovalNeed, DispatchOptions, Speed } from '#libs/delivery';
import { ApplicationService, type Caller, type Viewer } from '#libs/tenancy';
import { ClockService } from '#platform/runtime';
import { writtenName } from '#platform/validation';
import { ApprovalService } from '#libs/notifications/approvals';
import { DefinitionReferencesService } from '../definitions/definition-references.service.js';
import { TemplateTextsService } from '../blocks/template-texts.service.js';
import { refuseAbsentFiles } from '../mails/absent-files.js';
import type { BulkMessageDto, BulkNotificationDto } from './requests/bulk.dto.js';
import { CampaignStoreService, type CampaignAuthor, type CampaignRequest } from './campaign-store.service.js';
import { legacyField, toLegacyMessage, toLegacyTarget } from './legacy/legacy-push.js';
import type { LegacyPush11Dto, LegacyPush12Dto } from './legacy/legacy.dto.js';
import { type Schedule, toSchedule } from './schedule.js';
import { toSpeed, toSendOptions, toLimits } from './order-options.js';

/** When, how fast and to how many a campaign goes, and before which others. */
export type CampaignOrder = Pick<Partial<BulkMessageDto>, 'schedule' | 'speed' | 'limit' | 'options'>;

/** A message, and what it was read from. */
export interface WrittenContent {
  message: Message;
  request: Partial<BulkMessageDto>;
}

/** An order with what the application allows. */
interface ReadOrder {
  target: Target;
  speed: Speed | undefined;
  dueAt: Date;
  options: Schedule['options'] & Pick<DispatchOptions, 'holdout' | 'priority'>;
  recurrence: Schedule['recurrence'];
  limit: number | undefined;
  need: ApprovalNeed | null;
}

/** Campaigns: read from a request, and stored with their dispatch. */
@Injectable()
export class CampaignService {
  constructor(
    private readonly references: DefinitionReferencesService,
    private readonly targets: WrittenTargetService,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
    private readonly approvals: ApprovalService,
    private readonly store: CampaignStoreService,
    private readonly templateTexts: TemplateTextsService,
  ) {}

  /**
   * `sendBulkNotification` (specification, section 4.2): stores a campaign and its dispatch in one transaction.
   *
   * @throws AppError as `bulkMessage`, `checkSizes`, `DefinitionReferencesService`, `bulkTarget` and
   * `WrittenTargetService.check`
   */
  async sendBulk(caller: CampaignAuthor, request: BulkNotificationDto): Promise<number> {
    return this.store.store(caller, await this.prepareBulk(caller, request));
  }

  /**
   * Reads the request of a campaign without storing it.
   *
   * @throws AppError as `sendBulk`
   */
  async prepareBulk(caller: CampaignAuthor, request: BulkNotificationDto): Promise<CampaignRequest> {
    return this.prepare(caller, request, bulkTarget(request.target));
  }

  /** Does the same as `prepareBulk`, for a target of any form. @throws AppError as `sendBulk` */
  async prepare(caller: CampaignAuthor, request: BulkMessageDto, target: Target): Promise<CampaignRequest> {
    return this.toCampaignRequest(caller, await this.readMessage(caller, request), target, request);
  }

  /**
   * Prepares several messages to one target: one order, and one allowance for all of them.
   *
   * @param order     schedule, limit and speed
   * @param contents  each with what it was read from
   * @throws AppError as `sendBulk`
   */
  async prepareEach(
    caller: CampaignAuthor,
    order: CampaignOrder,
    target: Target,
    contents: readonly WrittenContent[],
  ): Promise<CampaignRequest[]> {
    const read = await this.readOrder(caller, order, target);
    const requests: CampaignRequest[] = [];
    for (const content of contents) {
      requests.push(await this.toRequest(caller, read, content));
    }
    return requests;
  }

  /**
   * The message of a campaign, with what it refers to.
   *
   * @param isWaiting  false: of what a provider has, that is reported which is known here
   * @throws AppError as `bulkMessage`, `refuseAbsentFiles`, `checkSizes` and `DefinitionReferencesService`
   */
  async readMessage(
    author: Pick<CampaignAuthor, 'appId' | 'iconUrl' | 'templates' | 'by' | 'seesPrivate' | 'values'>,
    request: BulkContentDto,
    isWaiting = true,
  ): Promise<Message> {
    const { appId, iconUrl, templates } = author;
    const nameOf = (field: string): string => writtenName(request, field);
    const requested = bulkMessage(request, iconUrl, await this.templateTexts.findSettings(appId, request, templates));
    refuseAbsentFiles(requested, nameOf);
    await this.templateTexts.checkNames(appId, requested, nameOf, author, author.values);
    await checkSizes(requested);
    const message = await this.references.resolveReferences(appId, requested, nameOf, requested, isWaiting);
    await this.references.checkWebhook(appId, message, nameOf);
    return message;
  }

  /**
   * Refuses texts that decide by private values, without what else they refer to.
   *
   * @throws AppError as `bulkMessage` and `TemplateTextsService.refuseDeciding`
   */
  async refuseDeciding(
    { appId, templates, ...viewer }: Pick<CampaignAuthor, 'appId' | 'templates'> & Viewer,
    request: BulkContentDto,
  ): Promise<void> {
    const settings = await this.templateTexts.findSettings(appId, request, templates);
    await this.templateTexts.refuseDeciding(appId, bulkMessage(request, null, settings), viewer);
  }

  /** When a request is due. @throws AppError as `toSchedule` */
  async readSchedule(appId: number, request: Partial<BulkMessageDto>): Promise<Schedule & { now: Date }> {
    const { settings } = await this.applications.getApplication(appId);
    const { timeZone, lateSends: late, retention } = settings;
    const times = { timeZone, late, resultDays: retention.results };
    const now = this.clock.now();
    return { ...toSchedule(request.schedule, now, times, (field) => writtenName(request, field)), now };
  }

  /**
   * `push/1.1/notification` and `push/1.2/notification` (specification, section 9): campaigns like any other.
   *
   * @throws AppError push_too_large, and as `refuseBrokenPlaceholders` and `WrittenTargetService.check`
   */
  async sendLegacy(caller: Caller, push: LegacyPush11Dto | LegacyPush12Dto): Promise<number> {
    const [message, target] = [withIcon(toLegacyMessage(push), caller.iconUrl), toLegacyTarget(push)];
    refuseBrokenPlaceholders(message, legacyField);
    await checkSizes(message);
    return this.store.store(caller, await this.toCampaignRequest(caller, message, target, {}));
  }

  /** @param request  schedule, limits and speed */
  private async toCampaignRequest(
    caller: CampaignAuthor,
    message: Message,
    target: Target,
    request: Partial<BulkMessageDto>,
  ): Promise<CampaignRequest> {
    return this.toRequest(caller, await this.readOrder(caller, request, target), { message, request });
  }

  private async readOrder(caller: CampaignAuthor, order: CampaignOrder, target: Target): Promise<ReadOrder> {
    const storedTarget = await this.targets.check(caller.appId, target, caller);
    const speed = toSpeed(order.speed);
    const { settings } = await this.applications.getApplication(caller.appId);
    const { dueAt, options, recurrence, now } = await this.readSchedule(caller.appId, order);
    const { limit, need } = await this.approvals.findAllowance(caller.appId, settings.approval, {
      target,
      limit: order.limit,
      isNow: dueAt <= now && options.localTime === undefined && !recurrence,
    });
    const ownOptions = { ...options, ...toSendOptions(order.options) };
    return { target: storedTarget, speed, dueAt, options: ownOptions, recurrence, limit, need };
  }

  private async toRequest(
    { appId }: CampaignAuthor,
    { target, speed, dueAt, options, recurrence, limit, need }: ReadOrder,
    { message, request }: WrittenContent,
  ): Promise<CampaignRequest> {
    const limits = toLimits({ ...request, limit });
    const [replaces] = await this.references.findReplaced(appId, [message]);
    const nameOf = (field: string): string => writtenName(request, field);
    const categories = await this.references.resolveCategories(appId, message, nameOf);
    return {
      appId,
      lane: 'bulk',
      message,
      target,
      options: {
        ...categories,
        ...options,
        ...(limits && { limits }),
        ...(replaces && { replaces }),
        ...(need && { startTime: dueAt.toISOString(), approval: need }),
      },
      dueAt: need ? null : dueAt,
      ...(speed && { speed }),
      ...(recurrence && { recurrence }),
    };
  }
}
