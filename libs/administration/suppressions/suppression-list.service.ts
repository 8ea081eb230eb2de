import { Injectable } from '@nestjs/common';
import { AuditService, type AuditDifference, type Origin } from '#libs/audit';
import {
  SuppressionService,
  type ConsentOrigin,
  type Suppression,
  type SuppressionChannel,
  type SuppressionPage,
  type SuppressionReason,
} from '#libs/users/consent';
import { toCsvCell } from '#platform/collections';
import { Database } from '#platform/db';
import { AppError, malformed } from '#platform/errors';

/** Entries that an export reads at once. */
const PAGE = 1000;
/** Characters of a hash that distinguish entries in the audit log. */
const SHORT = 12;
/** An e-mail address, or as many digits as a number has. */
const ADDRESS = /\S@\S|\d(?:[\s().-]*\d){6}/;

/**
 * Filters of the entries.
 *
 * @property address  the whole address; the other filters do not count then
 */
export interface SuppressionFilter {
  channel: SuppressionChannel;
  reason?: SuppressionReason;
  address?: string;
}

/** @property detail  why, in words of the member; an erasure of the person takes them away */
export interface AddedSuppressions {
  channel: SuppressionChannel;
  addresses: readonly string[];
  reason: SuppressionReason;
  detail: string;
}

/** Addresses that nothing is sent to, as members read and change them. */
@Injectable()
export class SuppressionListService {
  constructor(
    private readonly db: Database,
    private readonly suppressions: SuppressionService,
    private readonly audit: AuditService,
  ) {}

  /** A page of the list, or all entries of one address. @throws AppError bad_address, malformed for a cursor */
  async listPage(appId: number, filter: SuppressionFilter, limit: number, after?: string): Promise<SuppressionPage> {
    const { channel, reason, address } = filter;
    return address === undefined
      ? this.suppressions.listPage(appId, channel, limit, after, reason)
      : this.suppressions.findByAddress(appId, channel, address);
  }

  /** A page whose addresses a member looks at. The audit log has it in the same transaction, without the addresses. */
  async reveal(
    origin: Origin,
    appId: number,
    filter: SuppressionFilter,
    limit: number,
    after?: string,
  ): Promise<SuppressionPage> {
    return this.db.inTransaction(async () => {
      const page = await this.listPage(appId, filter, limit, after);
      const differences = [{ change: 'add', subject: 'addresses', to: String(page.list.length) }] as const;
      await this.record(origin, appId, 'suppressions.reveal', filter.channel, differences);
      return page;
    });
  }

  /**
   * Adds addresses. The audit log names them by their hash; words stay with the entries.
   *
   * @returns how many had no such entry before
   * @throws AppError bad_address naming the entry; nothing is added then
   */
  async add(
    origin: Origin,
    appId: number,
    { channel, addresses, reason, detail }: AddedSuppressions,
  ): Promise<{ added: number }> {
    return this.db.inTransaction(async () => {
      const hashes = await this.suppressions.suppress(appId, channel, addresses, reason, {
        origin: consentOf(origin),
        detail,
      });
      const differences = hashes.map((hash) => ({
        change: 'add' as const,
        subject: `${channel} ${hash.slice(0, SHORT)}`,
        to: reason,
      }));
      if (hashes.length > 0) {
        await this.record(origin, appId, 'suppressions.add', channel, differences);
      }
      return { added: hashes.length };
    });
  }

  /**
   * Takes one entry out of the list. The audit log keeps why.
   *
   * @throws AppError unknown_id when it is not there any more, malformed for words with an address
   */
  async release(
    origin: Origin,
    appId: number,
    { channel, id, words }: { channel: SuppressionChannel; id: string; words: string },
  ): Promise<void> {
    if (ADDRESS.test(words)) {
      throw malformed("Field 'words' should have no address: the audit log keeps it");
    }
    await this.db.inTransaction(async () => {
      await this.db.tx((tx) => this.suppressions.removeEntry(tx, appId, channel, id, consentOf(origin)));
      const [hash = '', reason = ''] = id.split('-');
      await this.record(origin, appId, 'suppressions.release', channel, [
        { change: 'remove', subject: `${channel} ${hash.slice(0, SHORT)}`, from: reason },
        { change: 'add', subject: 'words', to: words },
      ]);
    });
  }

  /**
   * The list as CSV (RFC 4180), line by line. The audit log has it before anything leaves.
   *
   * @throws AppError permission_missing where addresses are hidden from the member
   */
  async export(
    origin: Origin,
    appId: number,
    { channel, reason }: SuppressionFilter,
    isPrivateShown: boolean,
  ): Promise<AsyncGenerator<string>> {
    if (!isPrivateShown) {
      throw new AppError('permission_missing', 'You lack the permission users.private', { field: 'users.private' });
    }
    const differences = reason === undefined ? [] : [{ change: 'add' as const, subject: 'reason', to: reason }];
    await this.record(origin, appId, 'suppressions.export', channel, differences);
    return this.writeLines(appId, channel, reason);
  }

  private async *writeLines(
    appId: number,
    channel: SuppressionChannel,
    reason: SuppressionReason | undefined,
  ): AsyncGenerator<string> {
    yield 'address,reason,detail,addedAt\r\n';
    let after: string | undefined;
    do {
      const { list, next } = await this.suppressions.listPage(appId, channel, PAGE, after, reason);
      yield list.map(toLine).join('');
      after = next;
    } while (after !== undefined);
  }

  private async record(
    origin: Origin,
    appId: number,
    action: string,
    channel: SuppressionChannel,
    differences: readonly AuditDifference[],
  ): Promise<void> {
    const entry = { action, subject: `suppressions ${channel}`, differences };
    await this.db.tx((tx) => this.audit.append(tx, appId, origin, [entry]));
  }
}

function consentOf({ by }: Origin): ConsentOrigin {
  return { source: 'PANEL', by: `member ${by.id}` };
}

function toLine({ address, reason, detail, addedAt }: Suppression): string {
  return `${[address ?? '', reason, detail ?? '', addedAt.toISOString()].map(toCsvCell).join(',')}\r\n`;
}
