import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { Attachments } from './attachments/attachments.service.js';
import { RecordsRepository, type Place } from './records.repository.js';
import { isForNobody, scrubTarget } from './scrub-target.js';

/** People by what may name them in this room. */
export interface ErasedPeople {
  /** Where their results may lie. */
  places: readonly Place[];
  extIds: readonly string[];
  tokens: readonly string[];
  /** E-mail addresses and numbers. */
  addresses: readonly string[];
}

/** What this room keeps of people. */
@Injectable()
export class RecordsService {
  constructor(
    private readonly records: RecordsRepository,
    private readonly attachments: Attachments,
  ) {}

  /** Gives what was sent to one user to another, when two turn out to be one person. @param vbs  where it may lie */
  async move(tx: Tx, appId: number, vbs: readonly number[], fromUid: number, toUid: number): Promise<void> {
    await this.records.move(tx, appId, vbs, fromUid, toUid);
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
    { places, extIds, tokens, addresses }: ErasedPeople,
  ): Promise<{ counts: Record<string, number>; dispatchIds: number[]; notificationKeys: number[] }> {
    const { results, clicks } = await this.records.erase(tx, appId, places);
    const names = {
      extIds: new Set(extIds),
      tokens: new Set(tokens),
      addresses: new Set(addresses.map((address) => address.toLowerCase())),
    };
    const naming = await this.records.findNaming(tx, appId, [...extIds, ...tokens, ...addresses]);
    const rewritten = naming.map(({ dispatchId, notificationKey, target }) => {
      const scrubbed = scrubTarget(target, names);
      return { dispatchId, notificationKey, target: scrubbed, isForNobody: isForNobody(scrubbed) };
    });
    await this.records.rewrite(tx, appId, rewritten);
    const forNobody = rewritten.filter((dispatch) => dispatch.isForNobody);
    const dispatchIds = forNobody.map(({ dispatchId }) => dispatchId);
    const pieces = await this.attachments.erase(tx, appId, dispatchIds);
    return {
      counts: {
        'delivery.push_result': results,
        'delivery.click': clicks,
        'delivery.dispatch': naming.length,
        'delivery.attachment_piece': pieces,
      },
      dispatchIds,
      notificationKeys: forNobody.map(({ notificationKey }) => notificationKey),
    };
  }
}
