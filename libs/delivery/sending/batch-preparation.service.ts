import { Injectable } from '@nestjs/common';
import { CHANNELS, contactOfKind, RECIPIENT_KINDS, type Outgoing } from '#libs/channels';
import { contentOf, isInformational, renderWithin, stampLiveActivity, type RenderGaps } from '#libs/content';
import type { NewInboxMessage } from '#libs/inbox';
import {
  PreferenceService,
  type ContactRecipient,
  type PushRecipient,
  type ReadOptions,
  RecipientService,
  TextSealService,
} from '#libs/users';
import { Stretch } from '#platform/async';
import { SuppressionCheckService } from './suppression-check.service.js';
import { type Candidate, indexByRecipient, toDeviceCandidate } from '../model/candidate.js';
import { addAttachments } from '../attachments/email-attachments.js';
import { type Dispatch, type LeasedChunk, type Result, STATUSES } from '../model/delivery.types.js';
import { MessageCacheService, type PreparedMessage } from './message-cache.service.js';
import { buildInboxMessage } from '../model/inbox-copy.js';
import { buildResult, type Recipient } from './classify-outcomes.js';
import { ActivityAddressService } from '../tokens/activity-address.service.js';
import { MergedRecipientService } from './merged-recipient.service.js';
import { FALLBACK_PLATFORM, isContactChannel } from '../model/channel-policy.js';
import { messageId } from '../model/message-id.js';
import { findExpiry } from '../model/time-to-live.js';
import { SHOWN_TEXT_PURPOSE, toStoredText } from '../model/shown-text.js';
import { BatchRendering } from '../engagement/rendering/batch-rendering.js';
import { includesRefusing } from '../model/refusals.js';
import { findChannel, NO_KINDS, toReadOptions, toRenderRecipient, type ValueKinds } from '../model/render-recipient.js';
import { ReplacementService } from '../dispatches/replacement.service.js';

/** For messages without a time to live: the maximum of the push providers, 28 days. */
const DEFAULT_TTL_SECONDS = 28 * 24 * 3600;

export interface OutgoingRecipient extends Recipient {
  outgoing: Outgoing;
  /** The time to live of the message; absent: as the channel has it. */
  ttlSeconds?: number;
  /** Set when the message is also kept in the inbox. */
  inbox?: NewInboxMessage;
}

/** Rendered messages for some recipients of a chunk. */
export interface Batch {
  /** Recipients of the chunk that it covers, with a message or without. */
  size: number;
  recipients: OutgoingRecipient[];
  /** Final results of recipients without a message: opted out, deleted, not renderable. */
  unsendable: Result[];
  /** Recipients of an earlier notification that is on its way: theirs is tried again afterwards. */
  awaiting: Recipient[];
  /** Inbox copies of those of them whose user can still read the message in the inbox. */
  inboxOnly: NewInboxMessage[];
  /** Recipients, with a message or without, for whom placeholders have no value. */
  gaps: { platform: number; gaps: RenderGaps }[];
}

const NOBODY: ReadonlySet<number> = new Set();

/** Reasons that keep a push from a device, not the message from its user. */
const INBOX_ONLY_REASONS: ReadonlySet<string | null> = new Set(['OPTED_OUT', 'NO_TOKEN']);

/** Reads the current state of recipients, checks again whether a message may be sent, and renders it. */
@Injectable()
export class BatchPreparationService {
  constructor(
    private readonly users: RecipientService,
    private readonly preferences: PreferenceService,
    private readonly mergedRecipients: MergedRecipientService,
    private readonly suppressionCheck: SuppressionCheckService,
    private readonly replacements: ReplacementService,
    private readonly messages: MessageCacheService,
    private readonly activityAddresses: ActivityAddressService,
    private readonly textSeals: TextSealService,
  ) {}

  /** Prepares a message that does not leave. Whether it has a link to unsubscribe is as for one that does. */
  async prepareUnsent(dispatch: Dispatch): Promise<PreparedMessage> {
    return this.messages.prepareUnsent(dispatch);
  }

  /** @param isUnsent  the batch does not leave: it takes no turn at live activities */
  async prepareBatch(
    chunk: LeasedChunk,
    message: PreparedMessage,
    ids: readonly number[],
    isUnsent = false,
  ): Promise<Batch> {
    return this.composeBatch(chunk, message, ids, await this.readCandidates(chunk, ids, message), isUnsent);
  }

  /** Prepares the whole rest of several chunks of one application and channel. Devices are read together. */
  async prepareChunks(requests: readonly { chunk: LeasedChunk; message: PreparedMessage }[]): Promise<Batch[]> {
    const devicesByOptions = new Map<string, Map<number, PushRecipient>>();
    const batches: Batch[] = [];
    for (const { chunk, message } of requests) {
      let candidates: Map<number, Candidate>;
      if (isContactChannel(chunk.channel)) {
        candidates = await this.readCandidates(chunk, chunk.remaining, message);
      } else {
        const kinds = await this.findKinds(chunk.appId, message);
        const options = toReadOptions(message.plan, kinds);
        const optionsKey = JSON.stringify(options);
        const similarRequests = requests.filter(
          (request) => JSON.stringify(toReadOptions(request.message.plan, kinds)) === optionsKey,
        );
        const devices =
          devicesByOptions.get(optionsKey) ??
          (await this.readDevices(
            similarRequests.map((request) => request.chunk),
            options,
          ));
        devicesByOptions.set(optionsKey, devices);
        const chunkDevices = chunk.remaining.flatMap((id) => devices.get(id) ?? []);
        candidates = await this.toDeviceCandidates(chunk, message, chunkDevices);
      }
      batches.push(await this.composeBatch(chunk, message, chunk.remaining, candidates));
    }
    return batches;
  }

  private async readDevices(chunks: readonly LeasedChunk[], options: ReadOptions): Promise<Map<number, PushRecipient>> {
    const [first] = chunks;
    const ids = [...new Set(chunks.flatMap(({ remaining }) => remaining))];
    const devices = first ? await this.users.findRecipientsByInstallation(first.appId, ids, options) : [];
    return new Map(devices.map((device) => [device.instId, device]));
  }

  private async composeBatch(
    chunk: LeasedChunk,
    message: PreparedMessage,
    ids: readonly number[],
    candidates: Map<number, Candidate>,
    isUnsent = false,
  ): Promise<Batch> {
    const { dispatch, files } = message;
    await this.applyCategoryOptOuts(chunk.appId, candidates, dispatch.options.categoryIds ?? []);
    if (isContactChannel(chunk.channel)) {
      const kind = RECIPIENT_KINDS[chunk.channel];
      await this.suppressionCheck.applySuppressions(chunk.appId, kind, [...candidates.values()], {
        isInformational: isInformational(dispatch.message, kind),
      });
      await this.suppressionCheck.applyReach(chunk.appId, chunk.channel, [...candidates.values()]);
      if (contentOf(chunk.channel).needsSession?.(dispatch.message)) {
        await this.suppressionCheck.applySessions(chunk.appId, kind, [...candidates.values()]);
      }
    }
    const timestamps = await this.applyActivity(chunk, dispatch, [...candidates.values()], isUnsent);
    const places = await this.replacements.findOwnPlaces(chunk, dispatch, [...candidates.keys()]);
    const replaced = new Set([
      ...(chunk.newer > 0 ? await this.replacements.findReplaced(chunk, dispatch, ids, places) : NOBODY),
      ...[...timestamps].flatMap(([id, timestamp]) => (timestamp === null ? [id] : [])),
    ]);
    const inDoubt = await this.replacements.findInDoubt(chunk, replaced);
    const kinds = await this.findKinds(chunk.appId, message);
    const seal = message.plan.needsProfile ? await this.textSeals.findSeal(chunk.appId, SHOWN_TEXT_PURPOSE) : undefined;
    const batch: Batch = { size: ids.length, recipients: [], unsendable: [], awaiting: [], inboxOnly: [], gaps: [] };
    const rendering = new BatchRendering(message, chunk.channel, kinds);
    const channel = CHANNELS[chunk.channel];
    const { dispatchId } = dispatch;
    const ttlSeconds = dispatch.message.ttlSeconds ?? DEFAULT_TTL_SECONDS;
    const stretch = new Stretch();
    for (const recipientId of ids) {
      const candidate = candidates.get(recipientId);
      const platform = candidate?.platform ?? FALLBACK_PLATFORM[chunk.channel];
      const skipReason = candidate ? candidate.skipReason : 'GONE';
      if (skipReason || !candidate) {
        const skipped = { recipientId, uid: candidate?.uid ?? null, platform };
        batch.unsendable.push(buildResult(skipped, STATUSES.skipped, null, skipReason));
        if (candidate && dispatch.message.inbox && INBOX_ONLY_REASONS.has(skipReason)) {
          batch.inboxOnly.push(...renderForInbox(message, candidate, kinds));
        }
        continue;
      }
      if (findChannel(candidate) !== chunk.channel) {
        batch.unsendable.push(buildResult(candidate, STATUSES.skipped, null, 'TOKEN_CHANGED'));
        continue;
      }
      if (replaced.has(recipientId)) {
        const [status, reason] = inDoubt.has(recipientId)
          ? [STATUSES.failed, 'IN_DOUBT']
          : [STATUSES.skipped, 'SUPERSEDED'];
        batch.unsendable.push(buildResult(candidate, status, null, reason));
        continue;
      }
      if (places?.awaiting.has(recipientId)) {
        batch.awaiting.push({ recipientId, uid: candidate.uid, platform, address: candidate.address ?? '' });
        continue;
      }
      const ref = { dispatchId, channel, recipientId };
      const prepared = rendering.render(candidate, ref);
      if (stretch.isOver) {
        await stretch.giveWay();
      }
      if (prepared.gaps) {
        batch.gaps.push({ platform, gaps: prepared.gaps });
      }
      if (prepared.kind === 'failed') {
        const status = prepared.reason === 'NO_PROVIDER' ? STATUSES.skipped : STATUSES.failed;
        batch.unsendable.push(buildResult(candidate, status, null, prepared.reason));
        continue;
      }
      const { rendered } = prepared;
      const payload = stampPayload(prepared.payload, timestamps.get(recipientId));
      const id = messageId(ref);
      const inbox = dispatch.message.inbox ? buildInboxMessage(candidate.uid, platform, rendered) : undefined;
      const shown = toStoredText(rendered, dispatch.message, seal);
      const { uid, isTrusted = true } = candidate;
      const address = candidate.address ?? '';
      // Plain objects with optional fields set afterwards: a spread costs many times as much, for every recipient.
      const outgoing: Outgoing = {
        userId: uid,
        isTrusted,
        messageId: id,
        address,
        payload: files.length > 0 ? addAttachments(payload, files) : payload,
        collapseId: places?.collapseIds.get(recipientId) ?? id,
        ttlSeconds,
      };
      if (candidate.registeredAt) {
        outgoing.registeredAt = candidate.registeredAt;
      }
      const recipient: OutgoingRecipient = { recipientId, uid, platform, address, isTrusted, outgoing };
      if (shown !== undefined) {
        recipient.shown = shown;
      }
      addTimeToLive(recipient, findExpiry(chunk, dispatch, recipientId), dispatch.message.ttlSeconds);
      if (inbox) {
        recipient.inbox = inbox;
      }
      batch.recipients.push(recipient);
    }
    return batch;
  }

  /** Gives recipients of a live activity the address and the time of their own one. @returns as `applyAddresses` */
  private async applyActivity(
    { appId }: LeasedChunk,
    { dispatchId, acceptedAt, launchedAt, message: { liveActivity: activity } }: Dispatch,
    candidates: readonly Candidate[],
    isUnsent: boolean,
  ): Promise<Map<number, number | null>> {
    const turn = isUnsent ? null : { timestamp: Math.floor(launchedAt.getTime() / 1000), acceptedAt, dispatchId };
    return activity
      ? this.activityAddresses.applyAddresses(appId, { activity, turn }, candidates)
      : new Map<number, number | null>();
  }

  /** What the numbers among the attributes of a message mean. */
  private async findKinds(appId: number, { plan }: PreparedMessage): Promise<ValueKinds> {
    return plan.needsProfile ? this.users.findValueKinds(appId) : NO_KINDS;
  }

  /** Skips users that have opted out of a category of the message. */
  private async applyCategoryOptOuts(
    appId: number,
    candidates: ReadonlyMap<number, Candidate>,
    categoryIds: readonly number[],
  ): Promise<void> {
    if (categoryIds.length === 0) {
      return;
    }
    const uids = [...new Set([...candidates.values()].map(({ uid }) => uid))];
    const optedOutUids = await this.preferences.findOptedOutUids(appId, uids, categoryIds);
    for (const candidate of candidates.values()) {
      if (optedOutUids.has(candidate.uid)) {
        candidate.skipReason ??= 'CATEGORY_OPTED_OUT';
      }
    }
  }

  /** A device that belongs to another user than at the launch stays one of its former user, and is skipped. */
  private async toDeviceCandidates(
    chunk: LeasedChunk,
    message: PreparedMessage,
    devices: readonly PushRecipient[],
  ): Promise<Map<number, Candidate>> {
    const formerOwners = await this.users.findFormerOwners(chunk.appId, devices, chunk.owners);
    const includeOptedOut = includesOptedOut(chunk, message);
    return indexByRecipient(
      devices.map((device) => {
        const formerUid = formerOwners.get(device.instId);
        const candidate = toDeviceCandidate(device, includeOptedOut);
        return formerUid === undefined ? candidate : { ...candidate, uid: formerUid, skipReason: 'MOVED' };
      }),
    );
  }

  /** Users by their recipient id. A user that was merged into another one since stands for that other user. */
  private async readContacts(
    chunk: LeasedChunk,
    ids: readonly number[],
    options: ReadOptions,
  ): Promise<[number, ContactRecipient][]> {
    const users = await this.users.findRecipientsByUser(chunk.appId, ids, options);
    const foundUids = new Set(users.map(({ uid }) => uid));
    const missingIds = ids.filter((id) => !foundUids.has(id));
    const uidByRecipient =
      missingIds.length > 0 ? await this.mergedRecipients.findSuccessors(chunk, missingIds) : new Map<number, number>();
    const mergedUsers =
      uidByRecipient.size > 0
        ? await this.users.findRecipientsByUser(chunk.appId, [...uidByRecipient.values()], options)
        : [];
    const byUid = new Map(mergedUsers.map((user) => [user.uid, user]));
    return [
      ...users.map((user): [number, ContactRecipient] => [user.uid, user]),
      ...[...uidByRecipient].flatMap(([recipientId, uid]): [number, ContactRecipient][] => {
        const user = byUid.get(uid);
        return user ? [[recipientId, user]] : [];
      }),
    ];
  }

  private async readCandidates(
    chunk: LeasedChunk,
    ids: readonly number[],
    message: PreparedMessage,
  ): Promise<Map<number, Candidate>> {
    const { appId, channel } = chunk;
    const includeOptedOut = includesOptedOut(chunk, message);
    const options = toReadOptions(message.plan, await this.findKinds(appId, message));
    if (!isContactChannel(channel)) {
      const devices = await this.users.findRecipientsByInstallation(appId, ids, options);
      return this.toDeviceCandidates(chunk, message, devices);
    }
    const users = await this.readContacts(chunk, ids, options);
    const contact = contactOfKind(RECIPIENT_KINDS[channel]);
    const { storage } = contact;
    const refusing =
      'refusal' in storage && !includeOptedOut
        ? await this.preferences.findOptedOutUids(
            appId,
            [...new Set(users.map(([, { uid }]) => uid))],
            [storage.refusal],
          )
        : NOBODY;
    return indexByRecipient(
      users.map(([recipientId, user]) => {
        const address = user[contact.address];
        const isOptedIn =
          'refusal' in storage
            ? !refusing.has(user.uid)
            : storage.consent === 'email_opt_in'
              ? user.emailOptIn
              : user.smsOptIn;
        return {
          recipientId,
          uid: user.uid,
          platform: FALLBACK_PLATFORM[channel],
          address,
          skipReason: address === null ? 'NO_ADDRESS' : isOptedIn || includeOptedOut ? null : 'OPTED_OUT',
          language: user.language,
          timeZone: user.timeZone,
          profile: user.profile,
        };
      }),
    );
  }
}

/** What a device without push would have shown, for the inbox of its user. */
function renderForInbox({ plan }: PreparedMessage, candidate: Candidate, kinds: ValueKinds): NewInboxMessage[] {
  const recipient = toRenderRecipient({ ...candidate, address: null }, kinds);
  const rendered = renderWithin((budget) => plan.render(recipient, budget));
  const copy = rendered.kind === 'ok' ? buildInboxMessage(candidate.uid, candidate.platform, rendered) : undefined;
  return copy ? [copy] : [];
}

function addTimeToLive(
  recipient: OutgoingRecipient,
  expiresAt: Date | undefined,
  ttlSeconds: number | undefined,
): void {
  if (ttlSeconds !== undefined) {
    recipient.ttlSeconds = ttlSeconds;
  }
  if (expiresAt) {
    recipient.expiresAt = expiresAt;
  }
}

function stampPayload(payload: Outgoing['payload'], timestamp: number | null | undefined): Outgoing['payload'] {
  return typeof timestamp === 'number' && 'pushType' in payload ? stampLiveActivity(payload, timestamp) : payload;
}

function includesOptedOut({ channel }: LeasedChunk, { dispatch }: PreparedMessage): boolean {
  return includesRefusing(dispatch, RECIPIENT_KINDS[channel]);
}
