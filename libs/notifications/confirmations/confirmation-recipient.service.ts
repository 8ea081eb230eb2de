import { Injectable } from '@nestjs/common';
import { listAddressesBeside, type Contact } from '#libs/channels/definitions';
import { contactKey } from '#libs/users/identities';
import type { AskedAddress, OptInRequest } from '#libs/users/profiles';
import { UserAddressRepository } from '#libs/users/registry';
import type { Tx } from '#platform/db';
import { ConfirmationLimitService } from './confirmation-limit.service.js';
import { ConfirmationLinkService } from './confirmation-link.service.js';

/** An address of an application that has to be asked. */
export type Asked = AskedAddress & { appId: number };

/** Decides who gets the question of an address, if anyone does. */
@Injectable()
export class ConfirmationRecipientService {
  constructor(
    private readonly addresses: UserAddressRepository,
    private readonly links: ConfirmationLinkService,
    private readonly limits: ConfirmationLimitService,
  ) {}

  /**
   * Finds the user to ask, with the link of its answer, and counts the question towards the limits.
   *
   * @returns undefined where no user has the address any more, no link can be made or a limit is reached
   */
  async admit(
    tx: Tx,
    asked: Asked,
    contact: Contact,
    requests: readonly OptInRequest[],
    dispatchId: number,
  ): Promise<{ uid: number; link: string } | undefined> {
    const { appId } = asked;
    const recipient = await this.findRecipient(tx, asked, contact, requests);
    const link = recipient && (await this.links.create(appId, contact, { ...recipient, dispatchId }));
    return recipient !== undefined &&
      link !== undefined &&
      (await this.limits.admit(tx, appId, contact, recipient.address))
      ? { uid: recipient.uid, link }
      : undefined;
  }

  /** The first user who still has the address; undefined: no user has. */
  private async findRecipient(
    tx: Tx,
    { appId, hash }: Asked,
    { address: kind }: Contact,
    requests: readonly OptInRequest[],
  ): Promise<{ uid: number; address: string } | undefined> {
    const uids = [...new Set(requests.map(({ uid }) => uid))];
    const users = await this.addresses.find(tx, appId, uids);
    return users
      .flatMap((user) =>
        listAddressesBeside(kind).flatMap((each) => {
          const { uid, [each]: address } = user;
          return address !== null && contactKey(address).hash.equals(hash) ? [{ uid, address }] : [];
        }),
      )
      .toSorted((a, b) => a.uid - b.uid)[0];
  }
}
