import { Injectable } from '@nestjs/common';
import { ItemLookupService, type ItemBatch } from '#libs/catalogs';
import type { Outgoing } from '#libs/channels';
import { CHANNELS } from '#libs/channels/definitions';
import { stampLiveActivity, type RenderGaps } from '#libs/content';
import type { NewInboxMessage } from '#libs/inbox';
import { TextSealService } from '#libs/users/profiles';
import { Stretch } from '#platform/async';
import { addAttachments } from '#libs/delivery/attachments';
import { BatchRendering } from '#libs/delivery/engagement';
import { renderRecipients } from '#libs/delivery/accounts';
import { FALLBACK_PLATFORM } from '../model/channel-policy.js';
import { type LeasedChunk, NO_DISPATCH, type Result, STATUSES } from '../model/delivery.types.js';
import { buildInboxMessage } from '../model/inbox-copy.js';
import { messageId } from '../model/message-id.js';
import { toRenderRecipient, type ValueKinds } from '../model/render-recipient.js';
import { SHOWN_TEXT_PURPOSE, toStoredText } from '../model/shown-text.js';
import { findExpiry } from '../model/time-to-live.js';
import { buildResult } from '../model/build-result.js';
import type { PreparedMessage } from './message-cache.service.js';
import {
  type CheckedRecipients,
  IN_DOUBT,
  type OutgoingRecipient,
  type PostponedRecipient,
  type Recipient,
} from '#libs/delivery/checks';

/** For messages without a time to live: the maximum of the push providers, 28 days. */
const DEFAULT_TTL_SECONDS = 28 * 24 * 3600;

/** Reasons that keep a push from a device, not the message from its user. */
const INBOX_ONLY_REASONS: ReadonlySet<string | null> = new Set(['OPTED_OUT', 'NO_TOKEN']);

/** Reasons of messages that cannot be rendered, and were not to be sent. */
const SKIPPING_REASONS: ReadonlySet<string> = new Set(['NO_PROVIDER', 'ABORTED']);

/** Rendered messages for some recipients of a chunk. */
export interface Batch {
  /** Recipients of the chunk that it covers, with a message or without. */
  size: number;
  recipients: OutgoingRecipient[];
  /** Final results of recipients without a message: opted out, deleted, not renderable. */
  unsendable: Result[];
  /** Recipients that a check has postponed: theirs is tried again later. */
  postponed: PostponedRecipient[];
  /** Inbox copies of those of them whose user can still read the message in the inbox. */
  inboxOnly: NewInboxMessage[];
  /** Recipients that the contact policy holds back. */
  heldBack: Pick<Recipient, 'platform' | 'cap' | 'notBefore'>[];
  /** When its checks had read consent, by `performance.now()`. */
  checkedAt: number;
  /** Recipients, with a message or without, without a value for a placeholder. */
  gaps: { platform: number; uid: number; gaps: RenderGaps }[];
}

/** Renders the message of each recipient that the checks have passed. It decides nothing. */
@Injectable()
export class BatchComposerService {
  constructor(
    private readonly textSeals: TextSealService,
    private readonly items: ItemLookupService,
  ) {}

  /** @param ids  recipients of the chunk that the batch covers, deleted ones too */
  async compose(
    chunk: LeasedChunk,
    message: PreparedMessage,
    ids: readonly number[],
    { recipients, checkedAt }: { recipients: CheckedRecipients; checkedAt: number },
    kinds: ValueKinds,
  ): Promise<Batch> {
    const { dispatch, files, plan } = message;
    const seal = plan.needsProfile ? await this.textSeals.findSeal(chunk.appId, SHOWN_TEXT_PURPOSE) : undefined;
    const batch: Batch = {
      size: ids.length,
      recipients: [],
      unsendable: [],
      postponed: [],
      inboxOnly: [],
      heldBack: [],
      checkedAt,
      gaps: [],
    };
    const rendering = new BatchRendering(message, chunk.channel, kinds);
    const channel = CHANNELS[chunk.channel];
    const { dispatchId } = dispatch;
    const ttlSeconds = dispatch.message.ttlSeconds ?? DEFAULT_TTL_SECONDS;
    const stretch = new Stretch();
    const items = plan.readsItems ? this.items.openBatch(chunk.appId) : undefined;
    if (items) {
      const requests = ids.flatMap((recipientId) => {
        const recipient = recipients.find(recipientId);
        const isSendable = recipient?.skipReason === null && !isPostponed(recipient);
        return isSendable ? [{ recipient, ref: { dispatchId, channel, recipientId } }] : [];
      });
      await items.open();
      await rendering.renderEarly(requests, items, stretch);
    }
    const unreached: Recipient[] = [];
    for (const recipientId of ids) {
      const recipient = recipients.find(recipientId);
      if (!recipient) {
        const gone = { recipientId, uid: null, platform: FALLBACK_PLATFORM[chunk.channel] };
        batch.unsendable.push(buildResult(gone, STATUSES.skipped, null, 'GONE'));
        continue;
      }
      const { skipReason, platform } = recipient;
      if (recipient.cap || recipient.isQuiet) {
        batch.heldBack.push(recipient);
      }
      if (skipReason !== null) {
        const status = skipReason === IN_DOUBT || recipient.isFailed ? STATUSES.failed : STATUSES.skipped;
        batch.unsendable.push(buildResult(recipient, status, null, skipReason));
        if (dispatch.message.inbox && INBOX_ONLY_REASONS.has(skipReason)) {
          unreached.push(recipient);
        }
        continue;
      }
      if (isPostponed(recipient)) {
        batch.postponed.push(recipient);
        continue;
      }
      const ref = { dispatchId, channel, recipientId };
      const prepared = rendering.render(recipient, ref);
      if (stretch.isOver) {
        await stretch.giveWay();
      }
      if (prepared.gaps) {
        batch.gaps.push({ platform, uid: recipient.uid, gaps: prepared.gaps });
      }
      if (prepared.kind === 'failed') {
        const status = SKIPPING_REASONS.has(prepared.reason) ? STATUSES.skipped : STATUSES.failed;
        batch.unsendable.push(buildResult(recipient, status, null, prepared.reason));
        continue;
      }
      const { rendered } = prepared;
      const payload = stampPayload(prepared.payload, recipient.activityTimestamp);
      const id = dispatchId === NO_DISPATCH ? '' : messageId(ref);
      const inbox = dispatch.message.inbox ? buildInboxMessage(recipient.uid, platform, rendered) : undefined;
      // Values of one person alone are in no result.
      const shown = recipient.params ? undefined : toStoredText(rendered, dispatch.message, seal);
      // Plain objects with optional fields set afterwards: a spread costs many times as much, for every recipient.
      const outgoing: Outgoing = {
        userId: recipient.uid,
        isTrusted: recipient.isTrusted ?? true,
        messageId: id,
        address: recipient.address ?? '',
        payload: files.length > 0 ? addAttachments(payload, files) : payload,
        collapseId: recipient.collapseId ?? id,
        ttlSeconds,
      };
      if (recipient.registeredAt) {
        outgoing.registeredAt = recipient.registeredAt;
      }
      if (shown !== undefined) {
        recipient.shown = shown;
      }
      if (dispatch.message.ttlSeconds !== undefined) {
        recipient.ttlSeconds = dispatch.message.ttlSeconds;
      }
      const expiresAt = findExpiry(chunk, dispatch, recipientId);
      if (expiresAt) {
        recipient.expiresAt = expiresAt;
      }
      if (inbox) {
        recipient.inbox = inbox;
      }
      // The message holds its values now.
      recipient.profile = undefined;
      recipient.params = undefined;
      batch.recipients.push(addMessage(recipient, outgoing));
    }
    if (unreached.length > 0) {
      const ownItems = items ?? this.items.openBatch(chunk.appId);
      batch.inboxOnly.push(...(await renderForInbox(message, unreached, kinds, ownItems)));
    }
    return batch;
  }
}

function isPostponed(recipient: Recipient): recipient is PostponedRecipient {
  return recipient.notBefore !== undefined;
}

function addMessage(recipient: Recipient & { outgoing?: Outgoing }, outgoing: Outgoing): OutgoingRecipient {
  return Object.assign(recipient, { outgoing });
}

/** Renders what devices without push would have shown, for the inboxes of their users. */
async function renderForInbox(
  { plan }: PreparedMessage,
  recipients: readonly Recipient[],
  kinds: ValueKinds,
  items: ItemBatch,
): Promise<NewInboxMessage[]> {
  const requests = recipients.map((recipient) => toRenderRecipient({ ...recipient, address: null }, kinds));
  const rendered = await renderRecipients(plan, requests, items);
  return recipients.flatMap(({ uid, platform }, index) => {
    const request = requests[index];
    const copy = request && rendered.get(request);
    return copy?.kind === 'ok' ? (buildInboxMessage(uid, platform, copy) ?? []) : [];
  });
}

function stampPayload(payload: Outgoing['payload'], timestamp: number | undefined): Outgoing['payload'] {
  return timestamp !== undefined && 'pushType' in payload ? stampLiveActivity(payload, timestamp) : payload;
}
