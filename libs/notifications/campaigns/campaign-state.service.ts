import { Injectable } from '@nestjs/common';
import { AuditService, type AuditDifference } from '#libs/audit';
import { type SpeedChange, CampaignControlService } from '#libs/delivery/control';
import type { Tx } from '#platform/db';
import { AppError, FaultList } from '#platform/errors';
import { DefinitionRepository } from '../definitions/definition.repository.js';
import type { CampaignActor } from '../model/notifications.types.js';

/** A change of one campaign, for the audit log. */
interface CampaignChange {
  key: number;
  action: string;
  /** The new speed. */
  to?: string;
}

/**
 * Pauses, resumes and stops scheduled and running campaigns, and changes their speed. A request has effect for all of its
 * keys or for none.
 *
 * Each method throws AppError unknown_key (5003) for a key that the application does not have, and wrong_state (5005) for
 * a notification that is no campaign or in the wrong state.
 */
@Injectable()
export class CampaignStateService {
  constructor(
    private readonly campaignControl: CampaignControlService,
    private readonly definitions: DefinitionRepository,
    private readonly audit: AuditService,
  ) {}

  /** After the return only batches in flight are still sent. */
  async pause(caller: CampaignActor, keys: readonly number[]): Promise<void> {
    const changes = keys.map((key) => ({ key, action: 'campaign.pause' }));
    await this.campaignControl.pause(
      caller.appId,
      { keys },
      this.recordChanges(caller, changes, 'cannot be paused: it has ended, or waits already'),
    );
  }

  /** Campaigns continue where they were paused; a campaign that was too late starts now. */
  async resume(caller: CampaignActor, keys: readonly number[]): Promise<void> {
    const changes = keys.map((key) => ({ key, action: 'campaign.resume' }));
    await this.campaignControl.resume(caller.appId, { keys }, this.recordChanges(caller, changes, 'is not paused'));
  }

  /** After the return nothing more is sent. Recipients not yet sent end as SKIPPED. */
  async stop(caller: CampaignActor, keys: readonly number[]): Promise<void> {
    const changes = keys.map((key) => ({ key, action: 'campaign.stop' }));
    await this.campaignControl.stop(caller.appId, { keys }, this.recordChanges(caller, changes, 'has ended already'));
  }

  async changeSpeed(caller: CampaignActor, speeds: readonly SpeedChange[]): Promise<void> {
    const changes = speeds.map(({ notificationKey, speed }) => ({
      key: notificationKey,
      action: 'campaign.speed',
      to: speed ? `${speed.packageSize} in ${speed.intervalMins} minutes` : 'as fast as the providers take it',
    }));
    await this.campaignControl.changeSpeed(
      caller.appId,
      speeds,
      this.recordChanges(caller, changes, 'has ended already'),
    );
  }

  /** Refuses a change that has no effect on one of its keys, else adds it to the audit log. */
  private recordChanges(caller: CampaignActor, changes: readonly CampaignChange[], otherwise: string) {
    const requireAll = this.requireAllChanged(
      caller.appId,
      changes.map(({ key }) => key),
      otherwise,
    );
    return async (tx: Tx, changed: ReadonlySet<number>): Promise<void> => {
      await requireAll(tx, changed);
      await this.audit.append(
        tx,
        caller.appId,
        caller,
        changes.map(({ key, action, to }) => ({
          action,
          subject: `campaign ${key}`,
          ...(to !== undefined && {
            differences: [{ change: 'change', subject: 'speed', to } satisfies AuditDifference],
          }),
        })),
      );
    };
  }

  private requireAllChanged(appId: number, keys: readonly number[], otherwise: string) {
    return async (tx: Tx, changed: ReadonlySet<number>): Promise<void> => {
      const kinds = new Map(
        (await this.definitions.findByKeys(tx, appId, keys)).map(({ notificationKey, kind }) => [
          notificationKey,
          kind,
        ]),
      );
      const faults = new FaultList({ isBatch: keys.length > 1 });
      for (const [index, key] of keys.entries()) {
        faults.check({ index }, () => {
          if (!kinds.has(key)) {
            throw new AppError('unknown_key', `No notification has the key ${key}`);
          }
          if (kinds.get(key) !== 'campaign') {
            throw new AppError('wrong_state', `The notification ${key} is no campaign`);
          }
          if (!changed.has(key)) {
            throw new AppError('wrong_state', `The notification ${key} ${otherwise}`);
          }
        });
      }
      faults.throwFirst();
    };
  }
}
