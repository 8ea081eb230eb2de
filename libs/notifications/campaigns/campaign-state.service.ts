import { Injectable } from '@nestjs/common';
import { type SpeedChange, CampaignControlService } from '#libs/delivery';
import type { Caller } from '#libs/tenancy';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { DefinitionRepository } from '../definitions/definition.repository.js';

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
  ) {}

  /** After the return only batches in flight are still sent. */
  async pause({ appId }: Caller, keys: readonly number[]): Promise<void> {
    await this.campaignControl.pause(
      appId,
      keys,
      this.requireAllChanged(appId, keys, 'cannot be paused: it has ended, or waits already'),
    );
  }

  /** Campaigns continue where they were paused; a campaign that was too late starts now. */
  async resume({ appId }: Caller, keys: readonly number[]): Promise<void> {
    await this.campaignControl.resume(appId, keys, this.requireAllChanged(appId, keys, 'is not paused'));
  }

  /** After the return nothing more is sent. Recipients not yet sent end as SKIPPED. */
  async stop({ appId }: Caller, keys: readonly number[]): Promise<void> {
    await this.campaignControl.stop(appId, keys, this.requireAllChanged(appId, keys, 'has ended already'));
  }

  async changeSpeed({ appId }: Caller, changes: readonly SpeedChange[]): Promise<void> {
    const keys = changes.map(({ notificationKey }) => notificationKey);
    await this.campaignControl.changeSpeed(appId, changes, this.requireAllChanged(appId, keys, 'has ended already'));
  }

  private requireAllChanged(appId: number, keys: readonly number[], otherwise: string) {
    return async (tx: Tx, changed: ReadonlySet<number>): Promise<void> => {
      const kinds = new Map(
        (await this.definitions.findByKeys(tx, appId, keys)).map(({ notificationKey, kind }) => [
          notificationKey,
          kind,
        ]),
      );
      const unknown = keys.find((key) => !kinds.has(key));
      if (unknown !== undefined) {
        throw new AppError('unknown_key', `No notification has the key ${unknown}`);
      }
      const definition = keys.find((key) => kinds.get(key) !== 'campaign');
      if (definition !== undefined) {
        throw new AppError('wrong_state', `The notification ${definition} is no campaign`);
      }
      const unchanged = keys.find((key) => !changed.has(key));
      if (unchanged !== undefined) {
        throw new AppError('wrong_state', `The notification ${unchanged} ${otherwise}`);
      }
    };
  }
}
