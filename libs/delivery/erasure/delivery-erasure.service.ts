import { Injectable } from '@nestjs/common';
import type { ResultPlace } from '#libs/users/identities';
import type { Tx } from '#platform/db';
import { listEarlierKeys, toComparableToken, toMailboxKey } from '#platform/spelling';
import { AttachmentService } from '#libs/delivery/attachments';
import { LiveValueService } from '#libs/delivery/live-data';
import { SeriesRepository } from '#libs/delivery/recurring';
import { RecipientParamsService } from '../recipient-params/recipient-params.service.js';
import { DeliveryErasureRepository } from './delivery-erasure.repository.js';
import { isWithoutRecipients, scrubTarget } from './scrub-target.js';

/** Users to erase, by everything that can name them here. */
export interface ErasedUsers {
  uids: readonly number[];
  /** The places where their results may lie. */
  places: readonly ResultPlace[];
  extIds: readonly string[];
  tokens: readonly string[];
  /** E-mail addresses and numbers. */
  addresses: readonly string[];
}

/** Moves and erases the stored data of users in this module. */
@Injectable()
export class DeliveryErasureService {
  constructor(
    private readonly repository: DeliveryErasureRepository,
    private readonly attachments: AttachmentService,
    private readonly recipientParams: RecipientParamsService,
    private readonly series: SeriesRepository,
    private readonly liveValues: LiveValueService,
  ) {}

  /** Moves results and parameters of sends to another user after a merge. @param places  where they may lie */
  async move(tx: Tx, appId: number, places: readonly ResultPlace[], fromUid: number, toUid: number): Promise<void> {
    await this.repository.moveResults(tx, appId, places, fromUid, toUid);
    await this.recipientParams.move(tx, appId, fromUid, toUid);
    await this.liveValues.move(tx, appId, fromUid, toUid);
  }

  /**
   * Deletes the results of users and their parameters of sends, and removes their names from targets. Statistics stay,
   * because they are counted apart. Bare recipient ids, for example in frozen audiences and retries, stay too: they no
   * longer lead to a user, and a send skips them.
   *
   * @returns counts            deleted or changed rows by table
   * @returns dispatchIds       dispatches that only these users received
   * @returns notificationKeys  the keys of these dispatches
   */
  async erase(
    tx: Tx,
    appId: number,
    { uids, places, extIds, tokens, addresses }: ErasedUsers,
  ): Promise<{ counts: Record<string, number>; dispatchIds: number[]; notificationKeys: number[] }> {
    const { results, clicks } = await this.repository.eraseResults(tx, appId, places);
    const paramCount = await this.recipientParams.erase(tx, appId, uids);
    const liveCount = await this.liveValues.erase(tx, appId, uids);
    const names = {
      extIds: new Set(extIds),
      tokens: new Set(tokens.map(toComparableToken)),
      addresses: new Set(addresses.map(toMailboxKey)),
    };
    const spellings = addresses.flatMap((address) => [address, toMailboxKey(address), ...listEarlierKeys(address)]);
    for (const { key, target } of await this.series.lockNaming(tx, appId, [...extIds, ...tokens, ...spellings])) {
      const scrubbed = scrubTarget(target, names);
      await this.series.setTarget(tx, key, scrubbed, isWithoutRecipients(scrubbed));
    }
    const dispatches = await this.repository.lockDispatchesNaming(tx, appId, [...extIds, ...tokens, ...spellings]);
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
    await this.repository.eraseLeftOutNames(
      tx,
      dispatches.map(({ dispatchId }) => dispatchId),
      [...extIds, ...tokens],
    );
    const emptiedDispatches = rewrittenDispatches.filter((dispatch) => dispatch.isWithoutRecipients);
    const dispatchIds = emptiedDispatches.map(({ dispatchId }) => dispatchId);
    const pieceCount = await this.attachments.eraseFiles(tx, appId, dispatchIds);
    return {
      counts: {
        'delivery.push_result': results,
        'delivery.click': clicks,
        'delivery.dispatch': dispatches.length,
        'delivery.recipient_params': paramCount,
        'delivery.live_value': liveCount,
        'delivery.attachment_piece': pieceCount,
      },
      dispatchIds,
      notificationKeys: emptiedDispatches.map(({ notificationKey }) => notificationKey),
    };
  }
}
