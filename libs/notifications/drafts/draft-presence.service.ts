import { Injectable } from '@nestjs/common';
import { Recurring } from '#platform/background';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { DraftPresenceRepository, type OpenPage } from './draft-presence.repository.js';

/** Pages of one member that are distinguished, so that no one leaves more rows than this for a draft. */
export const MAX_TABS = 16;
/** How often a page says that it is there. */
export const BEAT_MS = 15_000;
/** After this a page that said nothing is gone: one beat, and time for a slow answer. */
export const GONE_MS = BEAT_MS + 5_000;
/** More names than these help no one. */
const MAX_NAMES = 20;
/** Age at which the row of a closed page is deleted; a page counts for seconds. */
const EXPIRY_MS = 60_000;

/** Keeps which members have a draft open. It locks no draft, and is kept for seconds. */
@Injectable()
export class DraftPresenceService {
  constructor(
    private readonly repository: DraftPresenceRepository,
    private readonly clock: ClockService,
  ) {}

  /**
   * A page is there.
   *
   * @returns  the other members who have the draft open, by name
   * @throws AppError unknown_id for a draft that there is not, or that was launched
   */
  async beat(page: OpenPage): Promise<OpenPage['member'][]> {
    const now = this.clock.now();
    if (!(await this.repository.note(page, now))) {
      throw new AppError('unknown_id', `There is no open draft ${page.draftId}`);
    }
    return this.repository.listMembers(page, new Date(now.getTime() - GONE_MS), MAX_NAMES);
  }

  /** A page has gone. Others of the same member stay. */
  async leave(page: OpenPage): Promise<void> {
    await this.repository.forget(page);
  }

  /** Forgets pages that went without a word. */
  @Recurring('presence.expire', EXPIRY_MS)
  async deleteExpired(): Promise<void> {
    await this.repository.deleteUnseen(new Date(this.clock.now().getTime() - GONE_MS));
  }
}
