import { Injectable } from '@nestjs/common';
import { contactOfAddress, CONTACTS } from '#libs/channels/definitions';
import { HOUR_MS, Recurring } from '#platform/background';
import { ClockService } from '#platform/runtime';
import type { ContactKind } from '../model/lookup-key.js';
import { LastInboundRepository } from './last-inbound.repository.js';

/** How far the clock of a provider may be ahead. */
const MAX_AHEAD_MS = 60_000;

/** For how long people may be answered who wrote on a channel that allows nothing else without a template. */
@Injectable()
export class SessionService {
  constructor(
    private readonly inbound: LastInboundRepository,
    private readonly clock: ClockService,
  ) {}

  /** Notes a message of a person, where its channel has such a time. @param at  absent: now */
  async recordInbound(appId: number, kind: ContactKind, address: string, at?: Date): Promise<void> {
    const now = this.clock.now();
    const { sessionMs } = contactOfAddress(kind);
    const written = at === undefined || at.getTime() > now.getTime() + MAX_AHEAD_MS ? now : at;
    if (sessionMs !== undefined && written.getTime() > now.getTime() - sessionMs) {
      await this.inbound.record(appId, kind, address, written);
    }
  }

  /** Finds those of some addresses that may be answered now. */
  async findOpen(appId: number, kind: ContactKind, addresses: readonly string[]): Promise<ReadonlySet<string>> {
    const { sessionMs } = contactOfAddress(kind);
    return sessionMs === undefined
      ? new Set(addresses)
      : this.inbound.findSince(appId, kind, addresses, new Date(this.clock.now().getTime() - sessionMs));
  }

  /** Deletes what no channel needs any more. */
  @Recurring('inbound.expire', HOUR_MS)
  async deleteExpired(): Promise<number> {
    const longest = Math.max(...CONTACTS.map(({ sessionMs = 0 }) => sessionMs));
    return this.inbound.deleteBefore(new Date(this.clock.now().getTime() - longest));
  }
}
