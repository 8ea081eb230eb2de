import { Injectable } from '@nestjs/common';
import { NotificationDefinitionService } from '#libs/notifications';
import { CampaignStoreService } from '#libs/notifications/campaigns';
import { DrillEvidenceService } from './drill-evidence.service.js';
import type { Drill } from './drill.types.js';

/** The label of a copy, by which lists and reports show it. */
const LABEL = 'drill';

/** Stores the copy of a campaign that a drill sends: the same message and target, to as many as the plan says. */
@Injectable()
export class DrillCopyService {
  constructor(
    private readonly definitions: NotificationDefinitionService,
    private readonly evidence: DrillEvidenceService,
    private readonly campaigns: CampaignStoreService,
  ) {}

  /**
   * @returns the key of the copy
   * @throws AppError unknown_key; wrong_state for a campaign that is only kept in sums by now
   */
  async store({ appId, notificationKey, plan, madeBy }: Drill, dueAt: Date): Promise<number> {
    const { message } = await this.definitions.getStored(appId, 'campaign', notificationKey);
    const { target, options } = await this.evidence.getOrder(appId, notificationKey);
    const limit = Math.min(plan.size, options.limits?.all ?? plan.size);
    return this.campaigns.storeDrill(
      { by: madeBy },
      {
        appId,
        lane: 'bulk',
        message: { ...message, labels: LABEL },
        target,
        options: { ...options, limits: { ...options.limits, all: limit } },
        dueAt,
      },
    );
  }
}
