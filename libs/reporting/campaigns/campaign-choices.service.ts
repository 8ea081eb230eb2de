import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import { NotificationDefinitionService } from '#libs/notifications';
import { CampaignHistoryService } from './campaign-history.service.js';

/** Campaigns that are looked at together. */
const STEP = 100;
/** The newest thousand: whoever made only older ones is still found by a typed address. */
const MAX_STEPS = 10;

/** The choices that narrow a list of campaigns: labels and authors of the newest thousand, by their names. */
export interface CampaignChoices {
  labels: string[];
  authors: Actor[];
}

/** Lists values that campaigns of an application have in common. */
@Injectable()
export class CampaignChoicesService {
  constructor(
    private readonly definitions: NotificationDefinitionService,
    private readonly history: CampaignHistoryService,
  ) {}

  async list(appId: number): Promise<CampaignChoices> {
    const labels = new Set<string>();
    const authors = new Map<string, Actor>();
    let before: number | null = null;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const campaigns = await this.definitions.listCampaigns(appId, { before, limit: STEP });
      for (const { message } of campaigns) {
        if (message.labels !== undefined) {
          labels.add(message.labels);
        }
      }
      for (const author of (await this.history.findAuthors(appId, campaigns)).values()) {
        authors.set(`${author.kind} ${author.id}`, author);
      }
      before = campaigns.at(-1)?.notificationKey ?? null;
      if (campaigns.length < STEP) {
        break;
      }
    }
    return {
      labels: [...labels].toSorted(),
      authors: [...authors.values()].toSorted((a, b) => a.name.localeCompare(b.name)),
    };
  }
}
