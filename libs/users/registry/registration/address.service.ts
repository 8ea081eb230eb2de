import { Injectable } from '@nestjs/common';
import { contactOfAddress } from '#libs/channels';
import { mapInStretches } from '#platform/async';
import { cutInto } from '#platform/collections';
import { Database, type Tx } from '#platform/db';
import { bucketOf } from '#platform/ids';
import { FaultList, malformed, missing } from '#platform/errors';
import { OutboxRepository } from '#platform/outbox';
import { toMailboxKey } from '#platform/spelling';
import {
  ADDRESS_READERS,
  isNumberKind,
  retryOnConflict,
  ContactRepository,
  type UploadedContact,
  type ContactKind,
  UidAllocatorService,
} from '#libs/users/identities';
import { AttributeService, STANDARD_ATTRIBUTE_IDS } from '#libs/users/profiles';
import { RegistrationService } from './registration.service.js';
import { UserEditorService } from '../writes/user-editor.service.js';
import { UserEraserService } from '../erasure/user-eraser.service.js';
import type { AddressRemoval } from './registration.types.js';

/** Addresses of a statement: to write its text takes a few milliseconds. */
const ADDRESSES_OF_STATEMENT = 2000;

/**
 * E-mail addresses and phone numbers: of users, and uploaded ones, which are users of their own until a user has them.
 */
@Injectable()
export class AddressService {
  constructor(
    private readonly db: Database,
    private readonly registration: RegistrationService,
    private readonly editor: UserEditorService,
    private readonly eraser: UserEraserService,
    private readonly contacts: ContactRepository,
    private readonly uidAllocator: UidAllocatorService,
    private readonly outbox: OutboxRepository,
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
    const normalized = await this.readAddresses(appId, kind, addresses);
    await retryOnConflict(() =>
      this.db.tx(async (tx) => {
        for (const some of cutInto(normalized, ADDRESSES_OF_STATEMENT)) {
          const contacts = some.map((address) => ({ kind, address }));
          await this.eraser.eraseUsers(tx, appId, await this.contacts.findUploaded(tx, appId, contacts));
        }
      }),
    );
  }

  /**
   * Creates a user for each address that has none. Such a user has no installation, and is deleted as soon as another
   * user gets the address.
   *
   * @throws AppError missing_field for an empty list, bad_address naming the entry; nothing is added then
   */
  async uploadAddresses(appId: number, kind: ContactKind, addresses: readonly string[]): Promise<void> {
    const normalized = await this.readAddresses(appId, kind, addresses);
    const vbs = new Map(
      await mapInStretches(normalized, (address): [string, number] => [
        address,
        bucketOf(appId, `${kind}:${toMailboxKey(address)}`),
      ]),
    );
    const takenAddresses = await this.findTaken(appId, kind, normalized);
    const newAddresses = normalized.filter((address) => !takenAddresses.has(toMailboxKey(address)));
    const uids = await this.uidAllocator.allocate(
      appId,
      'user',
      newAddresses.map((address) => vbs.get(address) ?? Number.NaN),
    );
    const rows = newAddresses.map((address, i): UploadedContact => {
      const [uid, vb] = [uids[i] ?? Number.NaN, vbs.get(address) ?? Number.NaN];
      return { uid, vb, kind, address };
    });
    if (rows.length > 0) {
      await this.db.tx((tx) => this.insertUntaken(tx, appId, kind, rows));
    }
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

  /** Checks again under the lock, which stops others from adding such an address. */
  private async insertUntaken(
    tx: Tx,
    appId: number,
    kind: ContactKind,
    rows: readonly UploadedContact[],
  ): Promise<void> {
    await this.contacts.lock(tx, appId, 'alone');
    const takenAddresses = await this.findTaken(
      appId,
      kind,
      rows.map((row) => row.address),
      tx,
    );
    const newRows = rows.filter((row) => !takenAddresses.has(toMailboxKey(row.address)));
    for (const some of cutInto(newRows, ADDRESSES_OF_STATEMENT)) {
      await this.contacts.insertUploaded(tx, appId, some);
    }
    const uids = newRows.map((row) => row.uid).toSorted((a, b) => a - b);
    await this.outbox.add(tx, { appId, kind: 'user', uids, keys: [] });
    await this.outbox.add(tx, { appId, kind: 'attribute', uids, keys: [STANDARD_ATTRIBUTE_IDS[kind]] });
  }

  /** Keys of the addresses that have a user. */
  private async findTaken(
    appId: number,
    kind: ContactKind,
    addresses: readonly string[],
    tx?: Tx,
  ): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const some of cutInto(addresses, ADDRESSES_OF_STATEMENT)) {
      const users = await this.contacts.findByAddresses(appId, kind, some, tx);
      users.forEach(({ address }) => found.add(toMailboxKey(address)));
    }
    return found;
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
