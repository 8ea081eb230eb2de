import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { bucketOf } from '#platform/ids';
import { malformed, missing } from '#platform/errors';
import { OutboxRepository } from '#platform/outbox';
import { AddressLookupRepository } from '../addresses/address-lookup.repository.js';
import { ADDRESS_READERS } from '../addresses/addresses.js';
import { inAttempts } from '../attempts.js';
import { ContactRepository, type UploadedRow } from '../addresses/contact.repository.js';
import type { ContactKind } from '../lookup-key.js';
import { RegistrationService } from './registration.service.js';
import { STANDARD } from '../attributes/standard-attributes.js';
import { UidAllocator } from '../numbers/uid-allocator.js';
import { UserEditor } from '../writing/user-editor.service.js';
import { UserEraser } from '../erasure/user-eraser.service.js';
import type { RemoveAddress } from '../users.types.js';

/** Names of the lists in requests, for refusals. */
const LISTS = { email: 'emailList', msisdn: 'msisdnList' } as const;

/** What every address has at least; a text without it is a word in the place of one. */
const SIGNS = { email: /@/, msisdn: /\d/ } as const;

/** E-mail addresses and numbers: of users, and uploaded ones that are users of their own until somebody carries them. */
@Injectable()
export class AddressService {
  constructor(
    private readonly db: Database,
    private readonly registration: RegistrationService,
    private readonly editor: UserEditor,
    private readonly eraser: UserEraser,
    private readonly lookup: AddressLookupRepository,
    private readonly contacts: ContactRepository,
    private readonly ids: UidAllocator,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Gives a user an address, and creates the user where there is none. An empty e-mail keeps the one there is, an empty
   * number clears it (decisions, section 3). A word that cannot be meant as an address (no `@`, no digit) changes
   * nothing: the published examples send such and are answered 200.
   *
   * @throws AppError bad_address
   */
  async update(appId: number, kind: ContactKind, extId: string, text: string): Promise<void> {
    if (text === '' && kind === 'msisdn') {
      await this.takeFrom(appId, kind, extId);
    } else if (SIGNS[kind].test(text)) {
      await this.registration.setAddresses(appId, extId, { [kind]: ADDRESS_READERS[kind](text) });
    }
  }

  /**
   * Takes the address from a user, or deletes uploaded ones. Users who carry a listed address keep it.
   *
   * @throws AppError missing_field or malformed unless exactly one of the two is given; bad_address
   */
  async remove(appId: number, kind: ContactKind, { extId, addresses }: RemoveAddress): Promise<void> {
    if (extId !== undefined && addresses !== undefined) {
      throw malformed(`Fields 'extId' and '${LISTS[kind]}' exclude each other: give exactly one`);
    }
    if (extId !== undefined) {
      await this.takeFrom(appId, kind, extId);
      return;
    }
    if (addresses === undefined) {
      throw missing(`extId or ${LISTS[kind]}`);
    }
    const read = this.read(kind, addresses);
    await inAttempts(() =>
      this.db.tx(async (tx) => {
        const uids = await this.contacts.findUploaded(
          tx,
          appId,
          read.map((address) => ({ kind, address })),
        );
        await this.eraser.erase(tx, appId, uids);
      }),
    );
  }

  /**
   * Makes a user of each address that nobody has yet, with or without an extId. Such a user has no installation, and is
   * deleted as soon as a user carries the address.
   *
   * @throws AppError missing_field for an empty list, bad_address naming the entry; nothing is added then
   */
  async upload(appId: number, kind: ContactKind, addresses: readonly string[]): Promise<void> {
    const read = this.read(kind, addresses);
    const vbs = new Map(read.map((address) => [address, bucketOf(appId, `${kind}:${address.toLowerCase()}`)]));
    const taken = await this.taken(appId, kind, read);
    const fresh = read.filter((address) => !taken.has(address.toLowerCase()));
    const uids = await this.ids.allocate(
      appId,
      'user',
      fresh.map((address) => vbs.get(address) ?? Number.NaN),
    );
    const rows = fresh.map((address, i): UploadedRow => {
      const [uid, vb] = [uids[i] ?? Number.NaN, vbs.get(address) ?? Number.NaN];
      return { uid, vb, kind, address };
    });
    if (rows.length > 0) {
      await this.db.tx((tx) => this.insert(tx, appId, kind, rows));
    }
  }

  /** Looks once more, now that nobody else can give a user such an address. */
  private async insert(tx: Tx, appId: number, kind: ContactKind, rows: readonly UploadedRow[]): Promise<void> {
    await this.contacts.lock(tx, appId, 'alone');
    const taken = await this.taken(
      appId,
      kind,
      rows.map((row) => row.address),
      tx,
    );
    const fresh = rows.filter((row) => !taken.has(row.address.toLowerCase()));
    await this.contacts.insertUploaded(tx, appId, fresh);
    const uids = fresh.map((row) => row.uid).toSorted((a, b) => a - b);
    await this.outbox.add(tx, { appId, kind: 'user', uids, keys: [] });
    await this.outbox.add(tx, { appId, kind: 'attribute', uids, keys: [STANDARD[kind]] });
  }

  /** Addresses that have a user, in lower case. */
  private async taken(
    appId: number,
    kind: ContactKind,
    addresses: readonly string[],
    tx?: Tx,
  ): Promise<ReadonlySet<string>> {
    const found = await this.lookup.findByAddresses(appId, kind, addresses, tx);
    return new Set(found.map(({ address }) => address.toLowerCase()));
  }

  private async takeFrom(appId: number, kind: ContactKind, extId: string): Promise<void> {
    await inAttempts(() => this.editor.take(appId, new Map([[extId, { attrs: new Map(), [kind]: true }]])));
  }

  /** Each address once, whatever its case. */
  private read(kind: ContactKind, addresses: readonly string[]): string[] {
    const list = LISTS[kind];
    if (addresses.length === 0) {
      throw missing(list);
    }
    const read = addresses.map((address, i) => ADDRESS_READERS[kind](address, `${list}[${i}]`));
    return [...new Map(read.map((address) => [address.toLowerCase(), address])).values()];
  }
}
