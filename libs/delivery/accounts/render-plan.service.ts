import { Injectable } from '@nestjs/common';
import { prepareRenderPlan, type Message, type RenderPlan, type RenderSettings } from '#libs/content';
import { ApplicationService, ProviderAccountService } from '#libs/tenancy';
import { LruCache } from '#platform/collections';
import { Database } from '#platform/db';

/** How long another process may use settings that have changed. */
const CACHE_TTL_MS = 1000;
const CACHE_SIZE = 10_000;

/** Prepares messages for rendering, with the settings of their application. */
@Injectable()
export class RenderPlanService {
  private readonly cache = new LruCache<string, Promise<RenderSettings>>({ max: CACHE_SIZE, ttl: CACHE_TTL_MS });

  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationService,
    private readonly accounts: ProviderAccountService,
  ) {}

  async preparePlan(appId: number, message: Message): Promise<RenderPlan> {
    return prepareRenderPlan(message, await this.getSettings(appId, message.platforms.includes('ANDROID')));
  }

  private async getSettings(appId: number, withDisplay: boolean): Promise<RenderSettings> {
    const key = `${appId} ${withDisplay}`;
    const cached = this.cache.get(key);
    if (cached) {
      return cached;
    }
    // For all messages of the application, so outside the transaction of one request.
    const reading = this.db.outsideTransaction(() => this.readSettings(appId, withDisplay));
    this.cache.set(key, reading);
    reading.catch(() => this.cache.delete(key));
    return reading;
  }

  private async readSettings(appId: number, withDisplay: boolean): Promise<RenderSettings> {
    const [{ settings }, account] = await Promise.all([
      this.applications.getApplication(appId),
      withDisplay ? this.accounts.findAccount(appId, 'fcm') : null,
    ]);
    const { defaultLanguage: language, timeZone } = settings;
    return { language, timeZone, display: account?.credentials.display ?? 'auto' };
  }
}
