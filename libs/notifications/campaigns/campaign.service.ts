import { Injectable } from '@nestjs/common';
import { AudienceService, bulkTarget, type Target } from '#libs/audience';
import { AuditService } from '#libs/audit';
import { bulkMessage, checkSizes, type Message } from '#libs/content';
import { type DispatchOptions, type DispatchRequest, DispatchIntakeService } from '#libs/delivery';
import { ApplicationService, type Caller } from '#libs/tenancy';
import { Database } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { writtenName } from '#platform/validation';
import { DefinitionReferencesService } from '../definitions/definition-references.service.js';
import { DefinitionRepository } from '../definitions/definition.repository.js';
import type { BulkMessageDto, BulkNotificationDto } from './bulk.dto.js';
import { toLegacyMessage, toLegacyTarget } from './legacy-push.js';
import type { LegacyPush11Dto, LegacyPush12Dto } from './legacy.dto.js';
import { toLimits, toSpeed } from './limits.js';
import { toSchedule } from './schedule.js';

/** A campaign before it has a key. */
export type CampaignRequest = Omit<DispatchRequest, 'notificationKey'>;

/** Campaigns: read from a request, stored with their dispatch, and approved. */
@Injectable()
export class CampaignService {
  constructor(
    private readonly db: Database,
    private readonly definitions: DefinitionRepository,
    private readonly references: DefinitionReferencesService,
    private readonly intake: DispatchIntakeService,
    private readonly audience: AudienceService,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
    private readonly audit: AuditService,
  ) {}

  /**
   * `sendBulkNotification` (specification, section 4.2): stores a campaign and its dispatch in one transaction.
   *
   * @throws AppError as `bulkMessage`, `checkSizes`, `DefinitionReferencesService`, `bulkTarget` and `AudienceService.resolve`
   */
  async sendBulk(caller: Caller, request: BulkNotificationDto): Promise<number> {
    return this.storeCampaign(caller, await this.prepareBulk(caller, request));
  }

  /**
   * Reads the request of a campaign without storing it.
   *
   * @throws AppError as `sendBulk`
   */
  async prepareBulk(caller: Caller, request: BulkNotificationDto): Promise<CampaignRequest> {
    const nameOf = (field: string): string => writtenName(request, field);
    const requested = bulkMessage(request);
    await checkSizes(requested);
    const message = await this.references.resolveReferences(caller.appId, requested, nameOf);
    await this.references.checkWebhook(caller.appId, message, nameOf);
    return this.toCampaignRequest(caller, message, bulkTarget(request.target), request);
  }

  /**
   * `push/1.1/notification` and `push/1.2/notification` (specification, section 9): campaigns like any other.
   *
   * @throws AppError push_too_large, and as `AudienceService.resolve`
   */
  async sendLegacy(caller: Caller, push: LegacyPush11Dto | LegacyPush12Dto): Promise<number> {
    const [message, target] = [toLegacyMessage(push), toLegacyTarget(push)];
    await checkSizes(message);
    return this.storeCampaign(caller, await this.toCampaignRequest(caller, message, target, {}));
  }

  /** @param request  schedule, limits and speed */
  private async toCampaignRequest(
    caller: Caller,
    message: Message,
    target: Target,
    request: Partial<BulkMessageDto>,
  ): Promise<CampaignRequest> {
    await this.audience.resolve(caller.appId, target);
    const limits = toLimits(request);
    const speed = toSpeed(request.speed);
    const { settings } = await this.applications.getApplication(caller.appId);
    const times = { timeZone: settings.timeZone, late: settings.lateSends };
    const { dueAt, options } = toSchedule(request.schedule, this.clock.now(), times);
    const replaces = await this.readReplacedNotification(caller.appId, message);
    const categories = await this.references.resolveCategories(caller.appId, message);
    return {
      appId: caller.appId,
      lane: 'bulk',
      message,
      target,
      options: {
        ...categories,
        ...options,
        ...(limits && { limits }),
        ...(replaces && { replaces }),
        ...(settings.approval && { startTime: dueAt.toISOString() }),
      },
      dueAt: settings.approval ? null : dueAt,
      ...(speed && { speed }),
    };
  }

  private async storeCampaign(caller: Caller, request: CampaignRequest): Promise<number> {
    const { appId } = caller;
    const [dispatchId = Number.NaN] = await this.intake.allocateDispatchIds(1);
    return this.db.tx(async (tx) => {
      const notificationKey = await this.definitions.insertDefinition(tx, appId, 'campaign', request.message);
      await this.intake.accept(tx, dispatchId, { ...request, notificationKey });
      await this.audit.append(tx, appId, caller, [
        { action: 'campaign.start', subject: `campaign ${notificationKey}` },
      ]);
      return notificationKey;
    });
  }

  /**
   * `sendPushApproval` (specification, section 4.1; decisions, section 5): approves waiting campaigns, all or none. Waiting
   * campaigns can be approved even after the approval step was switched off.
   *
   * @throws AppError no_approval_step (5008), unknown_key (5003), wrong_state (5005) for one that does not wait
   */
  async approveCampaigns(caller: Caller, keys: readonly number[]): Promise<void> {
    const { settings } = await this.applications.getApplication(caller.appId);
    const uniqueKeys = [...new Set(keys)];
    await this.db.tx(async (tx) => {
      const approved = new Set(await this.intake.approve(tx, caller.appId, uniqueKeys));
      if (!settings.approval && approved.size === 0) {
        throw new AppError('no_approval_step', 'The application has no approval step');
      }
      await this.definitions.requireKeys(tx, caller.appId, uniqueKeys);
      const notWaiting = uniqueKeys.find((key) => !approved.has(key));
      if (notWaiting !== undefined) {
        throw new AppError('wrong_state', `The notification ${notWaiting} does not wait for approval`);
      }
    });
  }

  /**
   * Reads `customJson.refID`: an earlier notification, which this one replaces on the device.
   *
   * @throws AppError unknown_key (5003) for a key of another application, malformed for no key
   */
  private async readReplacedNotification(appId: number, { customJson }: Message): Promise<DispatchOptions['replaces']> {
    const refId = customJson?.['refID'];
    if (refId === undefined || refId === null || refId === false || refId === '') {
      return undefined;
    }
    const key = Number(refId);
    if ((typeof refId !== 'string' && typeof refId !== 'number') || !Number.isSafeInteger(key) || key < 1) {
      throw malformed("Field 'customJson.refID' should be the key of an earlier notification");
    }
    if (key >= 2 ** 31) {
      throw new AppError('unknown_key', `No notification has the key ${key}`);
    }
    await this.definitions.requireKeys(this.db, appId, [key]);
    return { key, rootKey: await this.intake.findReplacementRoot(appId, key) };
  }
}
