import { Injectable } from '@nestjs/common';
import { mapInStretches } from '#platform/async';
import { cutInto } from '#platform/collections';
import { Database, type Tx } from '#platform/db';
import { bucketOf } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { toMailboxKey } from '#platform/spelling';
import {
  retryOnConflict,
  ContactRepository,
  type UploadedContact,
  type ContactKind,
  UidAllocatorService,
} from '#libs/users/identities';
import { STANDARD_ATTRIBUTE_IDS } from '#libs/users/profiles';
import { UserEraserService } from '../erasure/user-eraser.service.js';

/** Addresses of a statement: to write its text takes a few milliseconds. */
const ADDRESSES_OF_STATEMENT = 2000;

/** Users that are an address alone. Addresses come as they are stored, without duplicates. */
@Injectable()
export class UploadedAddressService {
  constructor(
    private readonly db: Database,
    private readonly eraser: UserEraserService,
    private readonly contacts: ContactRepository,
    private readonly uidAllocator: UidAllocatorService,
    private readonly outbox: OutboxRepository,
  ) {}

  /** Creates a user for each address that has none. */
  async add(appId: number, kind: ContactKind, addresses: readonly string[]): Promise<void> {
    const vbs = new Map(
      await mapInStretches(addresses, (address): [string, number] => [
        address,
        bucketOf(appId, `${kind}:${toMailboxKey(address)}`),
      ]),
    );
    const takenAddresses = await this.findTaken(appId, kind, addresses);
    const newAddresses = addresses.filter((address) => !takenAddresses.has(toMailboxKey(address)));
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

  /** Deletes the users of these addresses that are nothing else. */
  async remove(appId: number, kind: ContactKind, addresses: readonly string[]): Promise<void> {
    await retryOnConflict(() =>
      this.db.tx(async (tx) => {
        for (const some of cutInto(addresses, ADDRESSES_OF_STATEMENT)) {
          const contacts = some.map((address) => ({ kind, address }));
          await this.eraser.eraseUsers(tx, appId, await this.contacts.findUploaded(tx, appId, contacts));
        }
      }),
    );
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
}
