import { Injectable } from '@nestjs/common';
import { AuditService } from '#libs/audit';
import { type ApprovalNeed, DispatchIntakeService } from '#libs/delivery';
import { placeRun, SeriesRepository, toRun, type LockedSeries } from '#libs/delivery/recurring';
import { ApplicationService } from '#libs/tenancy';
import type { Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ApprovalService } from '#libs/notifications/approvals';
import type { CampaignActor } from '../model/notifications.types.js';
import { DefinitionRepository } from '../definitions/definition.repository.js';
import type { Recurrence } from './recurrence.js';

/** Gives recurring campaigns another schedule or other messages, and asks for the approval of a change. */
@Injectable()
export class SeriesChangeService {
  constructor(
    private readonly series: SeriesRepository,
    private readonly intake: DispatchIntakeService,
    private readonly approvals: ApprovalService,
    private readonly audit: AuditService,
    private readonly definitions: DefinitionRepository,
    private readonly applications: ApplicationService,
  ) {}

  /** Locks a recurring campaign that has not ended; undefined: the key has none. */
  async lock(tx: Tx, appId: number, key: number): Promise<LockedSeries | undefined> {
    return this.series.lock(tx, appId, key);
  }

  /**
   * Sets the schedule of the runs to come. Where the campaign needed an approval, its next run asks for one again, which is
   * for all of them.
   *
   * @param seen  when the next run was to begin, as the member saw it
   * @returns waits  whether it waits for an approval now
   * @throws AppError wrong_state for one that waits for an approval or is paused; changed_meanwhile; malformed for a schedule
   *   that does not repeat
   */
  async change(
    tx: Tx,
    member: CampaignActor,
    series: LockedSeries,
    { recurrence, seen }: { recurrence: Recurrence | undefined; seen: string },
  ): Promise<{ waits: boolean }> {
    const { appId, notificationKey: key, rule: before, request } = series;
    if (!recurrence) {
      throw malformed("Field 'repeat' should be there: the campaign repeats. Stop it to end it");
    }
    requireFree(series);
    const from = series.next && (before.zone === 'user' ? series.next.wall : series.next.dueAt.toISOString());
    if (from !== seen && new Date(from ?? '').getTime() !== new Date(seen).getTime()) {
      throw new AppError('changed_meanwhile', `It is to begin at ${from ?? 'no time'} by now. Look again`, {
        field: 'seen',
      });
    }
    const { rule, next } = recurrence;
    const askedId = await this.ask(tx, member, { ...series, rule, next });
    await this.series.setRule(tx, key, { rule, next, options: request.options, askedId });
    const difference = { change: 'change', subject: 'time', from: before.days, to: rule.days } as const;
    const entry = { action: 'campaign.move', subject: `campaign ${key}`, differences: [difference] };
    await this.audit.append(tx, appId, member, [entry]);
    return { waits: askedId !== null };
  }

  /**
   * Sets the messages of the runs to come, whose next one asks for an approval where the request names one.
   *
   * @returns waits  whether it waits for an approval now
   * @throws AppError wrong_state, as `ask`
   */
  async setTranslated(
    tx: Tx,
    member: CampaignActor,
    series: LockedSeries,
    { request, language }: { request: LockedSeries['request']; language: string },
  ): Promise<{ waits: boolean }> {
    const { appId, notificationKey: key } = series;
    const askedId = await this.ask(tx, member, { ...series, request });
    await this.series.setMessages(tx, key, { request, askedId });
    await this.definitions.replace(tx, appId, key, { message: request.message, name: null });
    const difference = { change: 'change', subject: `languages: ${language}` } as const;
    const entry = { action: 'campaign.translate', subject: `campaign ${key}`, differences: [difference] };
    await this.audit.append(tx, appId, member, [entry]);
    return { waits: askedId !== null };
  }

  /** The approval that new texts of a series need: that of the series, or the one that it would need if it began now. */
  async findNeed({ appId, request }: LockedSeries): Promise<ApprovalNeed | null> {
    const { approval, limits } = request.options;
    const { settings } = await this.applications.getApplication(appId);
    const order = { target: request.target, limit: limits?.all, isNow: false };
    return approval ?? (await this.approvals.findAllowance(appId, settings.approval, order)).need;
  }

  /**
   * Stores the next run so that it waits for an approval, which is for all runs to come: where the campaign needed one.
   *
   * @param series  as it is to be
   * @returns its send; null: it needs no approval
   * @throws AppError wrong_state for one that waits for an approval, or is paused and needs one
   */
  async ask(tx: Tx, member: CampaignActor, series: LockedSeries): Promise<number | null> {
    const { rule, next, request } = series;
    const { approval } = request.options;
    if (series.askedId !== null || (approval && series.isPaused)) {
      requireFree(series);
    }
    if (!approval || !next) {
      return null;
    }
    const sends = toRun(series, next, approval);
    const dispatchIds = await this.intake.allocateDispatchIds(sends.length);
    for (const { dispatchId, send } of placeRun(sends, dispatchIds)) {
      const options = { ...send.options, ...(send.options.series && { series: { ...send.options.series, rule } }) };
      await this.intake.accept(tx, dispatchId, { ...send, options });
    }
    const approvalId = await this.approvals.nextApprovalId(tx);
    await this.approvals.recordRequest(tx, member, { approvalId, dispatchIds, needed: approval.needed });
    return dispatchIds[0] ?? null;
  }
}

/** @throws AppError wrong_state */
function requireFree({ notificationKey, askedId, isPaused }: LockedSeries): void {
  if (askedId !== null || isPaused) {
    const reason = isPaused ? 'is paused: resume it first' : 'waits for an approval';
    throw new AppError('wrong_state', `The campaign ${notificationKey} ${reason}`);
  }
}
