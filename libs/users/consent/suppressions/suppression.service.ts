import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import { AppError, FaultList, malformed } from '#platform/errors';
import { ADDRESS_READERS, isNumberKind, contactKey, kindOfAddress } from '#libs/users/identities';
import { AttributeService } from '#libs/users/profiles';
import { BY_HERALD, declareConsentOrigin, type ConsentOrigin } from '../history/consent-origin.sql.js';
import { SuppressionRepository, type SuppressionCursor, type SuppressionRow } from './suppression.repository.js';
import {
  CONTACT_KIND_BY_CHANNEL,
  SUPPRESSION_REASONS,
  type NewSuppression,
  type Suppression,
  type SuppressionChannel,
  type SuppressionPage,
  type SuppressionReason,
} from './suppression.types.js';

/** Reasons that a person gave. */
const REFUSALS: ReadonlySet<SuppressionReason> = new Set(['COMPLAINT', 'STOP', 'UNSUBSCRIBED']);
const BY_PROVIDER: ConsentOrigin = { source: 'PROVIDER', by: '' };

/**
 * Addresses that nothing is sent to, each with its reasons. Entries outlive the users: an address that returns after an
 * erasure is recognized by its hash.
 */
@Injectable()
export class SuppressionService {
  constructor(
    private readonly db: Database,
    private readonly repository: SuppressionRepository,
    private readonly attributes: AttributeService,
  ) {}

  /**
   * Adds addresses, in the caller's transaction if there is one. An entry with the same address and reason stays as it
   * is.
   *
   * @param origin  of refusals: complaints, STOP, unsubscriptions
   * @returns hashes of the addresses with a new entry
   */
  async add(
    on: Statements,
    appId: number,
    entries: readonly NewSuppression[],
    origin: ConsentOrigin = BY_PROVIDER,
  ): Promise<string[]> {
    if (entries.some(({ reason }) => REFUSALS.has(reason))) {
      await declareConsentOrigin(on, origin);
    }
    if (entries.length === 0) {
      return [];
    }
    const added = await this.repository.insert(
      on,
      appId,
      entries.map(({ detail = null, ...entry }) => ({ ...entry, detail, key: contactKey(entry.address) })),
    );
    return added.map(({ hash }) => hash.toString('hex'));
  }

  /** Removes addresses: for some reasons or all, and of some time and before. @returns the number of removed entries */
  async remove(
    appId: number,
    channel: SuppressionChannel,
    addresses: readonly string[],
    {
      reasons = null,
      until = null,
      on = this.db,
    }: { reasons?: readonly SuppressionReason[] | null; until?: Date | null; on?: Statements } = {},
  ): Promise<number> {
    return addresses.length > 0 ? this.repository.delete(on, appId, channel, addresses, reasons, until) : 0;
  }

  /** The gravest reason of each suppressed address, by the address as it was given. */
  async findReasons(
    appId: number,
    channel: SuppressionChannel,
    addresses: readonly string[],
    on: Statements = this.db,
  ): Promise<Map<string, SuppressionReason>> {
    const reasons = new Map<string, SuppressionReason>();
    for (const { position, reason } of await this.repository.findReasons(on, appId, channel, addresses)) {
      const address = addresses[position] ?? '';
      const currentReason = reasons.get(address);
      if (currentReason === undefined || rankReason(reason) < rankReason(currentReason)) {
        reasons.set(address, reason);
      }
    }
    return reasons;
  }

  /**
   * Reads addresses of a request and adds them.
   *
   * @param detail  of each entry
   * @returns hashes of the addresses with a new entry
   * @throws AppError bad_address naming the entry; nothing is added then
   */
  async suppress(
    appId: number,
    channel: SuppressionChannel,
    addresses: readonly string[],
    reason: SuppressionReason,
    { origin = BY_HERALD, detail }: { origin?: ConsentOrigin; detail?: string } = {},
  ): Promise<string[]> {
    const read = await this.readAddresses(appId, channel, addresses);
    const entries = read.map((address) => ({ channel, address, reason, ...(detail !== undefined && { detail }) }));
    return this.db.tx((tx) => this.add(tx, appId, entries, origin));
  }

  /** Removes one entry by its id. @throws AppError unknown_id when it is not there any more */
  async removeEntry(
    tx: Tx,
    appId: number,
    channel: SuppressionChannel,
    id: string,
    origin: ConsentOrigin,
  ): Promise<void> {
    const place = parseId(id);
    await declareConsentOrigin(tx, origin);
    if (!place || !(await this.repository.deleteEntry(tx, appId, channel, place))) {
      throw new AppError('unknown_id', 'This address is not in the list any more');
    }
  }

  /** All entries of one address, as a page. @throws AppError bad_address */
  async findByAddress(appId: number, channel: SuppressionChannel, address: string): Promise<SuppressionPage> {
    const country = isNumberKind(CONTACT_KIND_BY_CHANNEL[channel])
      ? await this.attributes.getCountry(appId)
      : undefined;
    const kind = kindOfAddress(CONTACT_KIND_BY_CHANNEL[channel], address);
    const read = ADDRESS_READERS[kind](address, 'address', country);
    return { list: (await this.repository.listByAddress(appId, channel, read)).map(toEntry) };
  }

  /**
   * Reads addresses of a request and removes them. @throws AppError bad_address @returns the number of removed entries
   */
  async unsuppress(
    appId: number,
    channel: SuppressionChannel,
    addresses: readonly string[],
    origin: ConsentOrigin = BY_HERALD,
  ): Promise<number> {
    const read = await this.readAddresses(appId, channel, addresses);
    return this.db.tx(async (tx) => {
      await declareConsentOrigin(tx, origin);
      return this.remove(appId, channel, read, { on: tx });
    });
  }

  /**
   * A page of the list.
   *
   * @param after   `next` of the page before
   * @param reason  absent: all reasons
   * @throws AppError malformed
   */
  async listPage(
    appId: number,
    channel: SuppressionChannel,
    max: number,
    after?: string,
    reason?: SuppressionReason,
  ): Promise<SuppressionPage> {
    const cursor = after === undefined ? null : readCursor(after);
    const rows = await this.repository.list(appId, channel, cursor, max + 1, reason);
    const list = rows.slice(0, max).map(toEntry);
    const last = rows.length > max ? list.at(-1) : undefined;
    return { list, ...(last && { next: last.id }) };
  }

  private async readAddresses(
    appId: number,
    channel: SuppressionChannel,
    addresses: readonly string[],
  ): Promise<string[]> {
    const country = isNumberKind(CONTACT_KIND_BY_CHANNEL[channel])
      ? await this.attributes.getCountry(appId)
      : undefined;
    const read: (typeof ADDRESS_READERS)['email'] = (text, ...rest) =>
      ADDRESS_READERS[kindOfAddress(CONTACT_KIND_BY_CHANNEL[channel], text)](text, ...rest);
    const faults = new FaultList();
    const found = addresses.flatMap(
      (address, index) => faults.check({ index }, () => read(address, `addresses[${index}]`, country)) ?? [],
    );
    faults.throwFirst();
    return found;
  }
}

function rankReason(reason: SuppressionReason): number {
  return SUPPRESSION_REASONS.indexOf(reason);
}

function toEntry({ hash, address, reason, detail, addedAt }: SuppressionRow): Suppression {
  return { id: `${hash.toString('hex')}-${reason}`, address, reason, detail, addedAt };
}

function parseId(text: string): SuppressionCursor | undefined {
  const [, hash, reason] = /^([0-9a-f]{32})-([A-Z_]{1,40})$/.exec(text) ?? [];
  return hash === undefined || reason === undefined ? undefined : { hash: Buffer.from(hash, 'hex'), reason };
}

function readCursor(text: string): SuppressionCursor {
  const cursor = parseId(text);
  if (!cursor) {
    throw malformed("Field 'offset' should be one that a page gave");
  }
  return cursor;
}
