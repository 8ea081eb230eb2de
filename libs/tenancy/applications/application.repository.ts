import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { Application, LateSends, RateLimit, Settings } from '../model/tenancy.types.js';

interface ApplicationRow {
  id: number;
  name: string;
  approval: boolean;
  defineOnFirstUse: boolean;
  permanentDeletion: boolean;
  defaultLanguage: string;
  timeZone: string;
  latePolicy: LateSends['policy'];
  lateAfter: number;
  trackOpens: boolean;
  trackClicks: boolean;
  results: number;
  events: number;
  inbox: number;
  ratePerSecond: number | null;
  rateBurst: number | null;
}

const SELECT = `SELECT a.id, a.name, a.approval, a.define_on_first_use AS "defineOnFirstUse",
       a.permanent_deletion AS "permanentDeletion", a.default_language AS "defaultLanguage",
       a.time_zone AS "timeZone", a.late_policy AS "latePolicy", a.late_after_minutes AS "lateAfter",
       a.track_opens AS "trackOpens", a.track_clicks AS "trackClicks",
       a.results_retention_days AS results, a.events_retention_days AS events, a.inbox_retention_days AS inbox,
       a.rate_per_second AS "ratePerSecond", a.rate_burst AS "rateBurst"
  FROM tenancy.application AS a`;

@Injectable()
export class ApplicationRepository {
  constructor(private readonly db: Database) {}

  async findById(appId: number, on: Statements = this.db): Promise<Application | undefined> {
    const row = await on.row<ApplicationRow>(`${SELECT} WHERE a.id = $1`, [appId]);
    return row && toApplication(row);
  }

  async findByName(name: string): Promise<Application | undefined> {
    const row = await this.db.row<ApplicationRow>(`${SELECT} WHERE a.name = $1`, [name]);
    return row && toApplication(row);
  }

  async listAll(): Promise<Application[]> {
    return (await this.db.rows<ApplicationRow>(`${SELECT} ORDER BY a.id`)).map(toApplication);
  }

  /** @returns false when the name is taken already */
  async insertIfAbsent(tx: Tx, name: string): Promise<boolean> {
    const sql = 'INSERT INTO tenancy.application (name) VALUES ($1) ON CONFLICT (name) DO NOTHING';
    return (await tx.affected(sql, [name])) === 1;
  }

  /** One row · unique index on name · holds it until the end of the transaction, so that two applies take turns. */
  async lockByName(tx: Tx, name: string): Promise<Application> {
    const row = await tx.row<ApplicationRow>(`${SELECT} WHERE a.name = $1 FOR UPDATE`, [name]);
    if (!row) {
      throw new Error(`Application ${name} vanished`);
    }
    return toApplication(row);
  }

  async updateSettings(tx: Tx, appId: number, settings: Settings): Promise<void> {
    await tx.affected(
      `UPDATE tenancy.application
          SET approval = $2, define_on_first_use = $3, permanent_deletion = $4, default_language = $5,
              results_retention_days = $6, events_retention_days = $7, inbox_retention_days = $8,
              rate_per_second = $9, rate_burst = $10, track_opens = $11, track_clicks = $12, time_zone = $13,
              late_policy = $14, late_after_minutes = $15
        WHERE id = $1`,
      [
        appId,
        settings.approval,
        settings.defineOnFirstUse,
        settings.permanentDeletion,
        settings.defaultLanguage,
        settings.retention.results,
        settings.retention.events,
        settings.retention.inbox,
        settings.rateLimit?.perSecond ?? null,
        settings.rateLimit?.burst ?? null,
        settings.tracking.opens,
        settings.tracking.clicks,
        settings.timeZone,
        settings.lateSends.policy,
        settings.lateSends.afterMinutes,
      ],
    );
  }
}

function toApplication(row: ApplicationRow): Application {
  const {
    id,
    name,
    results,
    events,
    inbox,
    ratePerSecond,
    rateBurst,
    trackOpens,
    trackClicks,
    latePolicy,
    lateAfter,
    ...flags
  } = row;
  const rateLimit = toRateLimit(ratePerSecond, rateBurst);
  const lateSends = { policy: latePolicy, afterMinutes: lateAfter };
  const tracking = { opens: trackOpens, clicks: trackClicks };
  return { id, name, settings: { ...flags, lateSends, tracking, retention: { results, events, inbox }, rateLimit } };
}

export function toRateLimit(perSecond: number | null, burst: number | null): RateLimit | null {
  return perSecond === null || burst === null ? null : { perSecond, burst };
}
