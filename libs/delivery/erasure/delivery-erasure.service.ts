import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { AttachmentService } from '../attachments/attachment.service.js';
import { DeliveryErasureRepository, type ResultLocation } from './delivery-erasure.repository.js';
import { isWithoutRecipients, scrubTarget } from './scrub-target.js';

/** People by what may name them in this room. */
export interface ErasedUsers {
  /** Where their results may lie. */
  locations: readonly ResultLocation[];
  extIds: readonly string[];
  tokens: readonly string[];
  /** E-mail addresses and numbers. */
  addresses: readonly string[];
}

/** What this room keeps of people. */
@Injectable()
export class DeliveryErasureService {
  constructor(
    private readonly repository: DeliveryErasureRepository,
    private readonly attachments: AttachmentService,
  ) {}

  /** Gives what was sent to one user to another, when two turn out to be one person. @param vbs  where it may lie */
  async move(tx: Tx, appId: number, vbs: readonly number[], fromUid: number, toUid: number): Promise<void> {
    await this.repository.moveResults(tx, appId, vbs, fromUid, toUid);
  }

  /**
   * Deletes what was sent to people, and takes their names out of targets. Figures stay, because they are counted apart.
   * Frozen audiences, retries that wait and what else is a bare number of a recipient stay too: nothing leads from the
   * number to anybody any more, and a send that comes to it finds nobody.
   *
   * @returns how many rows went or changed, by table
   * @returns dispatchIds  dispatches that were for these people alone, and notificationKeys, what they sent
   */
  async erase(
    tx: Tx,
    appId: number,
    { locations, extIds, tokens, addresses }: ErasedUsers,
  ): Promise<{ counts: Record<string, number>; dispatchIds: number[]; notificationKeys: number[] }> {
    const { results, clicks } = await this.repository.eraseResults(tx, appId, locations);
    const names = {
      extIds: new Set(extIds),
      tokens: new Set(tokens),
      addresses: new Set(addresses.map((address) => address.toLowerCase())),
    };
    const dispatches = await this.repository.lockDispatchesNaming(tx, appId, [...extIds, ...tokens, ...addresses]);
    const rewrittenDispatches = dispatches.map(({ dispatchId, notificationKey, target }) => {
      const scrubbedTarget = scrubTarget(target, names);
      return {
        dispatchId,
        notificationKey,
        target: scrubbedTarget,
        isWithoutRecipients: isWithoutRecipients(scrubbedTarget),
      };
    });
    await this.repository.rewriteTargets(tx, appId, rewrittenDispatches);
    const emptiedDispatches = rewrittenDispatches.filter((dispatch) => dispatch.isWithoutRecipients);
    const dispatchIds = emptiedDispatches.map(({ dispatchId }) => dispatchId);
    const pieceCount = await this.attachments.eraseFiles(tx, appId, dispatchIds);
    return {
      counts: {
        'delivery.push_result': results,
        'delivery.click': clicks,
        'delivery.dispatch': dispatches.length,
        'delivery.attachment_piece': pieceCount,
      },
      dispatchIds,
      notificationKeys: emptiedDispatches.map(({ notificationKey }) => notificationKey),
    };
  }
}
