import { Injectable } from '@nestjs/common';
import { contactOfAddress } from '#libs/channels/definitions';
import { mapInStretches } from '#platform/async';
import { FaultList, malformed, missing } from '#platform/errors';
import { toMailboxKey } from '#platform/spelling';
import { ADDRESS_READERS, isNumberKind, retryOnConflict, type ContactKind } from '#libs/users/identities';
import { AttributeService } from '#libs/users/profiles';
import { RegistrationService } from './registration.service.js';
import { UserEditorService } from '../writes/user-editor.service.js';
import type { AddressRemoval } from './registration.types.js';
import { UploadedAddressService } from './uploaded-address.service.js';

/**
 * E-mail addresses and phone numbers: of users, and uploaded ones, which are users of their own until a user has them.
 */
@Injectable()
export class AddressService {
  constructor(
    private readonly registration: RegistrationService,
    private readonly editor: UserEditorService,
    private readonly uploads: UploadedAddressService,
    private readonly attributes: AttributeService,
  ) {}

  /**
   * Sets the address of a user and creates the user if needed. An empty e-mail keeps the existing one, an empty other
   * address removes it (decisions, section 3).
   *
   * @throws AppError bad_address
   */
  async setAddress(appId: number, kind: ContactKind, extId: string, text: string): Promise<void> {
    if (text === '' && kind !== 'email') {
      await this.removeFromUser(appId, kind, extId);
    } else if (text !== '') {
      await this.registration.setAddresses(appId, extId, { [kind]: await this.readAddress(appId, kind, text, kind) });
    }
  }

  /**
   * Removes the address of a user, or deletes uploaded addresses. Other users with a listed address keep it.
   *
   * @throws AppError missing_field or malformed unless exactly one of the two is given; bad_address
   */
  async removeAddress(appId: number, kind: ContactKind, { extId, addresses }: AddressRemoval): Promise<void> {
    if (extId !== undefined && addresses !== undefined) {
      throw malformed(`Fields 'extId' and '${contactOfAddress(kind).list}' exclude each other: give exactly one`);
    }
    if (extId !== undefined) {
      await this.removeFromUser(appId, kind, extId);
      return;
    }
    if (addresses === undefined) {
      throw missing(`extId or ${contactOfAddress(kind).list}`);
    }
    await this.uploads.remove(appId, kind, await this.readAddresses(appId, kind, addresses));
  }

  /**
   * Creates a user for each address that has none. Such a user has no installation, and is deleted as soon as another
   * user gets the address.
   *
   * @throws AppError missing_field for an empty list, bad_address naming the entry; nothing is added then
   */
  async uploadAddresses(appId: number, kind: ContactKind, addresses: readonly string[]): Promise<void> {
    await this.uploads.add(appId, kind, await this.readAddresses(appId, kind, addresses));
  }

  /**
   * Reads an address as it is stored; a number without its calling code is one of the application's country.
   *
   * @param field  named by the error
   * @throws AppError bad_address
   */
  async readAddress(appId: number, kind: ContactKind, text: string, field: string): Promise<string> {
    return ADDRESS_READERS[kind](text, field, await this.findCountry(appId, kind));
  }

  private async findCountry(appId: number, kind: ContactKind): Promise<string | undefined> {
    return isNumberKind(kind) ? this.attributes.getCountry(appId) : undefined;
  }

  private async removeFromUser(appId: number, kind: ContactKind, extId: string): Promise<void> {
    await retryOnConflict(() =>
      this.editor.removeValues(appId, new Map([[extId, { attrs: new Map(), [kind]: true }]])),
    );
  }

  /**
   * Reads a list of addresses as they are stored, without duplicates.
   *
   * @throws AppError missing_field for an empty list, bad_address naming each entry at fault
   */
  async readAddresses(appId: number, kind: ContactKind, addresses: readonly string[]): Promise<string[]> {
    const list = contactOfAddress(kind).list;
    if (addresses.length === 0) {
      throw missing(list);
    }
    const country = await this.findCountry(appId, kind);
    const byKey = new Map<string, string>();
    const faults = new FaultList();
    await mapInStretches(addresses, (text, index) =>
      faults.check({ index }, () => {
        const address = ADDRESS_READERS[kind](text, `${list}[${index}]`, country);
        byKey.set(toMailboxKey(address), address);
      }),
    );
    faults.throwFirst();
    return [...byKey.values()];
  }
}
