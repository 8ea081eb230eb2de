import { Injectable } from '@nestjs/common';
import { Database, type Statements } from '#platform/db';
import { FaultList, malformed } from '#platform/errors';
import { ADDRESS_READERS } from '../addresses/read-address.js';
import { AttributeService } from '../attributes/attribute.service.js';
import { BY_HERALD, declareConsentOrigin, type ConsentOrigin } from '../history/consent-origin.sql.js';
import { contactKey } from '../model/lookup-key.js';
import { SuppressionRepository, type SuppressionCursor } from './suppression.repository.js';
import {
  CONTACT_KIND_BY_CHANNEL,
  SUPPRESSION_REASONS,
  type NewSuppression,
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
   */
  async add(
    on: Statements,
    appId: number,
    entries: readonly NewSuppression[],
    origin: ConsentOrigin = BY_PROVIDER,
  ): Promise<void> {
    if (entries.some(({ reason }) => REFUSALS.has(reason))) {
      await declareConsentOrigin(on, origin);
    }
    if (entries.length > 0) {
      await this.repository.insert(
        on,
        appId,
        entries.map(({ detail = null, ...entry }) => ({ ...entry, detail, key: contactKey(entry.address) })),
      );
    }
  }

  /** Removes addresses: for some reasons, or for all. @returns the number of removed entries */
  async remove(
    appId: number,
    channel: SuppressionChannel,
    addresses: readonly string[],
    { reasons = null, on = this.db }: { reasons?: readonly SuppressionReason[] | null; on?: Statements } = {},
  ): Promise<number> {
    return addresses.length > 0 ? this.repository.delete(on, appId, channel, addresses, reasons) : 0;
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
   * @throws AppError bad_address naming the entry; nothing is added then
   */
  async suppress(
    appId: number,
    channel: SuppressionChannel,
    addresses: readonly string[],
    reason: SuppressionReason,
    origin: ConsentOrigin = BY_HERALD,
  ): Promise<void> {
    const read = await this.readAddresses(appId, channel, addresses);
    const entries = read.map((address) => ({ channel, address, reason }));
    await this.db.tx((tx) => this.add(tx, appId, entries, origin));
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

  /** A page of the list. @param after  `next` of the page before. @throws AppError malformed */
  async listPage(appId: number, channel: SuppressionChannel, max: number, after?: string): Promise<SuppressionPage> {
    const rows = await this.repository.list(appId, channel, after === undefined ? null : readCursor(after), max + 1);
    const last = rows.length > max ? rows[max - 1] : undefined;
    const list = rows
      .slice(0, max)
      .map(({ address, reason, detail, addedAt }) => ({ address, reason, detail, addedAt }));
    return { list, ...(last && { next: `${last.hash.toString('hex')}-${last.reason}` }) };
  }

  private async readAddresses(
    appId: number,
    channel: SuppressionChannel,
    addresses: readonly string[],
  ): Promise<string[]> {
    const country = channel === 'sms' ? await this.attributes.getCountry(appId) : undefined;
    const read = ADDRESS_READERS[CONTACT_KIND_BY_CHANNEL[channel]];
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

function readCursor(text: string): SuppressionCursor {
  const [, hash, reason] = /^([0-9a-f]{32})-([A-Z_]{1,40})$/.exec(text) ?? [];
  if (hash === undefined || reason === undefined) {
    throw malformed("Field 'offset' should be one that a page gave");
  }
  return { hash: Buffer.from(hash, 'hex'), reason };
}
