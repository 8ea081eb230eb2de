import { Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { ReplacementService } from '../dispatches/replacement.service.js';
import type { CheckedRecipients } from './checked-recipients.js';
import type { CheckedSend, RecipientCheck } from './recipient-check.js';

/** Delays after which a notification is tried that waits for an earlier one: a quarter of the time since its launch. */
const WAIT_MS = { min: 1000, max: 5000 };

/**
 * Skips recipients of a send that a newer one has replaced, and gives those of a replacing one the place of the earlier
 * notification. While the earlier one is on its way to a recipient, the newer one waits.
 */
@Injectable()
export class ReplacementCheck implements RecipientCheck {
  readonly order = 700;

  constructor(
    private readonly replacements: ReplacementService,
    private readonly clock: ClockService,
  ) {}

  async apply({ chunk, dispatch }: CheckedSend, recipients: CheckedRecipients): Promise<void> {
    if (chunk.newer === 0 && !dispatch.options.replaces) {
      return;
    }
    const open = recipients.listOpen();
    if (open.length === 0) {
      return;
    }
    const ids = open.map(({ recipientId }) => recipientId);
    const places = await this.replacements.findOwnPlaces(chunk, dispatch, ids);
    const replacedIds = await this.replacements.findReplaced(chunk, dispatch, ids, places);
    const replaced = open.filter(({ recipientId }) => replacedIds.has(recipientId));
    recipients.skipReplaced(replaced, await this.replacements.findInDoubt(chunk, replaced));
    const now = this.clock.now().getTime();
    const waitedMs = now - dispatch.launchedAt.getTime();
    const notBefore = new Date(now + Math.min(Math.max(WAIT_MS.min, waitedMs / 4), WAIT_MS.max));
    for (const recipient of places ? recipients.listOpen() : []) {
      const collapseId = places?.collapseIds.get(recipient.recipientId);
      if (collapseId !== undefined) {
        recipient.collapseId = collapseId;
      }
      if (places?.awaiting.has(recipient.recipientId)) {
        recipients.postpone(recipient, notBefore, { keepsDeadline: true });
      }
    }
  }
}
