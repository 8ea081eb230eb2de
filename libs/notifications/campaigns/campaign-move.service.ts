import { Injectable } from '@nestjs/common';
import { AuditService } from '#libs/audit';
import { DueTimeService, type LockedTime } from '#libs/delivery/control';
import { Database } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ApprovalRenewalService } from '#libs/notifications/approvals';
import type { CampaignActor } from '../model/notifications.types.js';
import { CampaignService } from './campaign.service.js';
import type { ScheduleDto } from './requests/bulk.dto.js';
import { SeriesChangeService } from './series-change.service.js';

/**
 * Another time of a campaign.
 *
 * @property seen  when it was to begin by what the member saw, ISO 8601: the instant, or the time of each own clock
 */
export interface Move {
  schedule: ScheduleDto;
  seen: string;
}

/** Moves campaigns that have not begun to another time. */
@Injectable()
export class CampaignMoveService {
  constructor(
    private readonly db: Database,
    private readonly campaigns: CampaignService,
    private readonly times: DueTimeService,
    private readonly series: SeriesChangeService,
    private readonly renewals: ApprovalRenewalService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Moves one campaign. What needs an approval waits for it again, since approvals are for the time too.
   *
   * @returns waits  whether it waits for an approval now
   * @throws AppError unknown_key; wrong_state for one that has begun, is paused or ended; changed_meanwhile where its time is
   *   not any more what was seen; not_granted for what someone else asked to approve; malformed for a time that has passed,
   *   or of the other kind than the campaign has
   */
  async move(member: CampaignActor, key: number, { schedule, seen }: Move): Promise<{ waits: boolean }> {
    const { appId } = member;
    const { dueAt, options, recurrence, now } = await this.campaigns.readSchedule(appId, { schedule });
    if (!recurrence && dueAt <= now && options.localTime === undefined) {
      throw malformed("Field 'startTime' should be a time to come");
    }
    return this.db.tx(async (tx) => {
      const series = await this.series.lock(tx, appId, key);
      if (series) {
        return this.series.change(tx, member, series, { recurrence, seen });
      }
      if (recurrence) {
        throw malformed("Field 'repeat' should be absent: the campaign goes once");
      }
      const asked = await this.renewals.lock(tx, appId, key);
      const before = await this.times.lock(tx, appId, key);
      if (!before) {
        throw new AppError('unknown_key', `No campaign has the key ${key}`);
      }
      requireUnbegun(before, key);
      const from = timeOf(before);
      if (from === null || !isSame(from, seen)) {
        throw new AppError('changed_meanwhile', `It is to begin at ${from ?? 'once'} by now. Look again`, {
          field: 'seen',
        });
      }
      if ((before.localTime !== null) !== (options.localTime !== undefined)) {
        throw malformed(
          before.localTime === null
            ? "Field 'localTimezone' should be absent: it begins at one moment for everybody"
            : "Field 'localTimezone' should be true: it begins by the clock of each person",
        );
      }
      const { needsApproval } = before;
      if (needsApproval) {
        this.renewals.requireAuthor(asked, member);
      }
      const { localTime, timeZone, late } = options;
      await this.times.set(tx, appId, before, {
        dueAt: needsApproval ? null : dueAt,
        options: {
          ...(localTime !== undefined && { localTime, ...(timeZone !== undefined && { timeZone }) }),
          ...(schedule.ifLate !== undefined && late && { late }),
          ...(needsApproval && { startTime: dueAt.toISOString() }),
        },
      });
      const to = localTime ?? dueAt.toISOString();
      const difference = { change: 'change', subject: 'time', from, to } as const;
      const entry = { action: 'campaign.move', subject: `campaign ${key}`, differences: [difference] };
      await this.audit.append(tx, appId, member, [entry]);
      if (asked && needsApproval) {
        await this.renewals.renew(tx, member, asked, { expiresAt: dueAt, startTime: to });
      }
      return { waits: needsApproval };
    });
  }
}

/** @throws AppError wrong_state */
function requireUnbegun({ hasBegun, isPaused, isStopped }: LockedTime, key: number): void {
  const reason = isStopped
    ? 'has ended already'
    : hasBegun
      ? 'has begun already: its time cannot be changed any more'
      : isPaused && 'is paused: resume it, then move it';
  if (reason !== false) {
    throw new AppError('wrong_state', `The campaign ${key} ${reason}`);
  }
}

/** When it begins, as it is reported; null: it goes once it is approved, and has no time of its own. */
function timeOf({ localTime, dueAt, startTime }: LockedTime): string | null {
  return localTime ?? dueAt?.toISOString() ?? startTime;
}

function isSame(from: string, seen: string): boolean {
  return from === seen || new Date(from).getTime() === new Date(seen).getTime();
}
