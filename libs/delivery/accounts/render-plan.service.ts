import { Injectable } from '@nestjs/common';
import { prepareRenderPlan, type Message, type RenderPlan, type RenderSettings } from '#libs/content';
import { ApplicationService } from '#libs/tenancy';
import { LruCache } from '#platform/collections';
import { Database } from '#platform/db';

/** How long another process may use settings that have changed. */
const CACHE_TTL_MS = 1000;
const CACHE_SIZE = 10_000;

/** Prepares messages for rendering, with the settings of their application. */
@Injectable()
export class RenderPlanService {
  private readonly cache = new LruCache<number, Promise<RenderSettings>>({ max: CACHE_SIZE, ttl: CACHE_TTL_MS });

  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationService,
  ) {}

  async preparePlan(appId: number, message: Message): Promise<RenderPlan> {
    return prepareRenderPlan(message, await this.getSettings(appId));
  }

  private async getSettings(appId: number): Promise<RenderSettings> {
    const cached = this.cache.get(appId);
    if (cached) {
      return cached;
    }
    const reading = this.readSettings(appId);
    this.cache.set(appId, reading);
    reading.catch(() => this.cache.delete(appId));
    return reading;
  }

  /** For all messages of the application, so outside the transaction of one request. */
  private async readSettings(appId: number): Promise<RenderSettings> {
    const { settings } = await this.db.outsideTransaction(() => this.applications.getApplication(appId));
    return { language: settings.defaultLanguage, timeZone: settings.timeZone };
  }
}
