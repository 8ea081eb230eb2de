import { Injectable } from '@nestjs/common';
import { androidDisplay } from '#libs/channels';
import { prepareRenderPlan, type RenderPlan, type RenderSettings } from '#libs/content';
import { ApplicationService, ProviderAccountService } from '#libs/tenancy';
import { LruCache } from '#platform/collections';
import { Database } from '#platform/db';
import type { Dispatch } from '../model/delivery.types.js';

/** How long another process may use settings that have changed. */
const CACHE_TTL_MS = 1000;
const CACHE_SIZE = 10_000;

type ApplicationSettings = Omit<RenderSettings, 'launchedAt'>;
export type LaunchedMessage = Pick<Dispatch, 'appId' | 'message' | 'launchedAt'>;

/** Prepares messages for rendering, with the settings of their application. */
@Injectable()
export class RenderPlanService {
  private readonly cache = new LruCache<string, Promise<ApplicationSettings>>({ max: CACHE_SIZE, ttl: CACHE_TTL_MS });

  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationService,
    private readonly accounts: ProviderAccountService,
  ) {}

  async preparePlan({ appId, message, launchedAt }: LaunchedMessage): Promise<RenderPlan> {
    const settings = await this.getSettings(appId, message.platforms.includes('ANDROID'));
    return prepareRenderPlan(message, { ...settings, launchedAt: Math.floor(launchedAt.getTime() / 1000) });
  }

  private async getSettings(appId: number, withDisplay: boolean): Promise<ApplicationSettings> {
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

  private async readSettings(appId: number, withDisplay: boolean): Promise<ApplicationSettings> {
    const [{ settings }, account] = await Promise.all([
      this.applications.getApplication(appId),
      withDisplay ? this.accounts.findAccount(appId, 'fcm') : null,
    ]);
    const { defaultLanguage: language, timeZone } = settings;
    return { language, timeZone, display: account ? androidDisplay(account.credentials) : 'auto' };
  }
}
