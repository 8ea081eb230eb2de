import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { AliasRepository, type Alias, type ResultPlace } from '#libs/users/identities';
import { type AttributeValue, DEVICE_ATTRIBUTE_CODES, AttributeService, RemovalService } from '#libs/users/profiles';
import { ContentTransferService } from './content-transfer.service.js';
import { SingleUserRepository } from './single-user.repository.js';

/**
 * A merge of an anonymous user into another user.
 *
 * @property places  where results of the anonymous user may lie
 */
export interface UserMerge extends Alias {
  appId: number;
  places: readonly ResultPlace[];
}

/** Moves a module's own rows in the transaction of a merge. */
export type OnMerge = (tx: Tx, merge: UserMerge) => Promise<void>;

/** Merges anonymous users into named ones. */
@Injectable()
export class UserMergerService {
  constructor(
    private readonly attributes: AttributeService,
    private readonly users: SingleUserRepository,
    private readonly aliases: AliasRepository,
    private readonly removals: RemovalService,
    private readonly outbox: OutboxRepository,
    private readonly transfers: ContentTransferService,
  ) {}

  /**
   * Handles the former user of an installation that just moved. An anonymous user without another installation is
   * merged into the new user: its tags and opt-outs move, and so do attributes and addresses that the new user does not
   * have. An alias stays. A named user stays as it is, and so does an anonymous one with such content while no one has
   * proved that the device belongs to the new user.
   *
   * @returns undefined when there was no merge
   */
  async leaveInstallation(
    tx: Tx,
    appId: number,
    instId: number,
    { uid, toUid }: Alias,
    isUserProven: boolean,
  ): Promise<UserMerge | undefined> {
    const places = await this.aliases.findResultPlaces(appId, [uid], tx);
    const definitions = await this.attributes.findDefinitions(tx, appId);
    const activeIds = new Set([...definitions.values()].map((definition) => definition.attrId));
    // Only visible values move: neither deleted attributes nor values that are being removed.
    await this.removals.applyToUsers(tx, appId, [...activeIds], [uid]);
    const reportedIds = DEVICE_ATTRIBUTE_CODES.flatMap((code) => definitions.get(code)?.attrId ?? []);
    const content = await this.users.deleteOrphanedAnonymous(tx, appId, uid, isUserProven ? null : reportedIds);
    if (!content) {
      await this.aliases.insertFormerInstallation(tx, appId, uid, instId);
      return undefined;
    }
    const attrs = Object.entries(content.attrs).flatMap(([id, value]): [number, AttributeValue][] =>
      activeIds.has(Number(id)) ? [[Number(id), value]] : [],
    );
    await this.transfers.transfer(tx, appId, { uid, toUid }, { ...content, attrs: new Map(attrs) });
    await this.aliases.moveFormerInstallations(tx, appId, { uid, toUid });
    await this.aliases.insert(tx, appId, { uid, toUid });
    await this.outbox.add(tx, { appId, kind: 'user', uids: [uid], keys: [] });
    const isKnown = places.some(({ recipientId }) => recipientId === instId);
    const place = { uid, vb: bucketOfId(instId), recipientId: instId };
    return { appId, uid, toUid, places: isKnown ? places : [...places, place] };
  }
}
