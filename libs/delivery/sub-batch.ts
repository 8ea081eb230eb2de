import { Injectable } from '@nestjs/common';
import type { Outgoing } from '#libs/channels';
import { CHANNELS } from '#libs/channels';
import { channelOf, PLATFORMS, platformByNumber, type RenderPlan, type RenderRecipient } from '#libs/content';
import type { NewInboxMessage } from '#libs/inbox';
import {
  PreferenceService,
  type ContactRecipient,
  type PushRecipient,
  type ReadOptions,
  UserLookupService,
} from '#libs/users';
import { AddressScreening } from './address-screening.js';
import { heedFiles, withFiles } from './attachments/with-files.js';
import { type LeasedChunk, type Result, STATUSES } from './delivery.types.js';
import type { FrozenMessage } from './frozen-messages.js';
import { inboxMessage } from './inbox-messages.js';
import { finalResult, type Tried } from './judge.js';
import { MergedRecipients } from './merged-recipients.js';
import { messageId } from './message-id.js';
import { Replacements } from './replacements.js';

/** Time to live of a message that asks for none, in seconds: the longest that the push providers keep one (28 days). */
const DEFAULT_TTL_SECONDS = 28 * 24 * 3600;

export interface Item extends Tried {
  outgoing: Outgoing;
  /** Set when the message is also kept in the inbox. */
  inbox?: NewInboxMessage;
}

/** A few recipients of a chunk, ready to leave. */
export interface SubBatch {
  /** Recipients it covers, sent to or not. */
  size: number;
  items: Item[];
  /** Final records of those who get nothing: opted out, gone, not renderable. */
  settled: Result[];
}

/** Someone a message could be sent to, whatever the channel. */
interface Candidate {
  recipientId: number;
  uid: number;
  platform: number;
  /** Null: there is none any more. */
  address: string | null;
  registeredAt?: Date;
  /** Why nothing may be sent, if so. */
  obstacle: string | null;
  language: string | null;
  profile: Record<string, unknown> | undefined;
}

/** Reads recipients as they are now, looks again at what may keep a message from them, and renders. */
@Injectable()
export class SubBatches {
  constructor(
    private readonly users: UserLookupService,
    private readonly preferences: PreferenceService,
    private readonly merged: MergedRecipients,
    private readonly screening: AddressScreening,
    private readonly replacements: Replacements,
  ) {}

  async prepare(chunk: LeasedChunk, message: FrozenMessage, ids: readonly number[]): Promise<SubBatch> {
    return this.compose(chunk, message, ids, await this.read(chunk, ids, message));
  }

  /** All that remains of several chunks of one application and channel; devices are read together. */
  async prepareEach(wanted: readonly { chunk: LeasedChunk; message: FrozenMessage }[]): Promise<SubBatch[]> {
    const known = new Map<string, Map<number, PushRecipient>>();
    const batches: SubBatch[] = [];
    for (const { chunk, message } of wanted) {
      let found: Map<number, Candidate>;
      if (isMailbox(chunk.channel)) {
        found = await this.read(chunk, chunk.remaining, message);
      } else {
        const options = readOptions(message.plan);
        const name = JSON.stringify(options);
        const alike = wanted.filter((other) => JSON.stringify(readOptions(other.message.plan)) === name);
        const devices =
          known.get(name) ??
          (await this.readDevices(
            alike.map((other) => other.chunk),
            options,
          ));
        known.set(name, devices);
        const mine = chunk.remaining.flatMap((id) => devices.get(id) ?? []);
        found = byRecipient(mine.map((device) => deviceCandidate(device, optedOutToo(chunk, message))));
      }
      batches.push(await this.compose(chunk, message, chunk.remaining, found));
    }
    return batches;
  }

  private async readDevices(chunks: readonly LeasedChunk[], options: ReadOptions): Promise<Map<number, PushRecipient>> {
    const [first] = chunks;
    const ids = [...new Set(chunks.flatMap(({ remaining }) => remaining))];
    const devices = first ? await this.users.findRecipientsByInstallation(first.appId, ids, options) : [];
    return new Map(devices.map((device) => [device.instId, device]));
  }

  private async compose(
    chunk: LeasedChunk,
    { dispatch, plan, links, files }: FrozenMessage,
    ids: readonly number[],
    found: Map<number, Candidate>,
  ): Promise<SubBatch> {
    const isTransactional = dispatch.message.transactional === true;
    await this.heedCategories(chunk.appId, found, dispatch.options.categoryIds ?? []);
    if (isMailbox(chunk.channel)) {
      const channel = chunk.channel === 'smtp' ? 'email' : 'sms';
      await this.screening.heed(chunk.appId, channel, [...found.values()], isTransactional);
    }
    const places = await this.replacements.placesOf(chunk, dispatch.options.replaces, [...found.keys()]);
    const batch: SubBatch = { size: ids.length, items: [], settled: [] };
    for (const recipientId of ids) {
      const candidate = found.get(recipientId);
      const platform = candidate?.platform ?? FALLBACK_PLATFORM[chunk.channel];
      const tried = { recipientId, uid: candidate?.uid ?? null, platform, address: candidate?.address ?? '' };
      const obstacle = candidate ? candidate.obstacle : 'GONE';
      if (obstacle || !candidate) {
        batch.settled.push(finalResult(tried, STATUSES.skipped, null, obstacle));
        continue;
      }
      const recipient = toRenderRecipient(candidate);
      if (recipient.channel !== chunk.channel) {
        batch.settled.push(finalResult(tried, STATUSES.skipped, null, 'TOKEN_CHANGED'));
        continue;
      }
      const rendered = heedFiles(plan.render(recipient), files);
      if (rendered.kind === 'failed') {
        const status = rendered.reason === 'NO_PROVIDER' ? STATUSES.skipped : STATUSES.failed;
        batch.settled.push(finalResult(tried, status, null, rendered.reason));
        continue;
      }
      const ref = { dispatchId: dispatch.dispatchId, channel: CHANNELS[chunk.channel], recipientId };
      const id = messageId(ref);
      const inbox = dispatch.message.inbox ? inboxMessage(candidate.uid, platform, rendered) : undefined;
      batch.items.push({
        ...tried,
        ...(inbox && { inbox }),
        outgoing: {
          messageId: id,
          address: tried.address,
          payload: withFiles(links ? links.apply(rendered, ref, tried.address) : rendered.payload, files),
          collapseId: places.get(recipientId) ?? id,
          ttlSeconds: dispatch.message.ttlSeconds ?? DEFAULT_TTL_SECONDS,
          ...(candidate.registeredAt && { registeredAt: candidate.registeredAt }),
        },
      });
    }
    return batch;
  }

  /** Looks at the opt-outs of a message's categories, as they are now; a message without categories costs nothing. */
  private async heedCategories(
    appId: number,
    found: ReadonlyMap<number, Candidate>,
    categoryIds: readonly number[],
  ): Promise<void> {
    if (categoryIds.length === 0) {
      return;
    }
    const uids = [...new Set([...found.values()].map(({ uid }) => uid))];
    const out = await this.preferences.findOptedOutUids(appId, uids, categoryIds);
    for (const candidate of found.values()) {
      if (out.has(candidate.uid)) {
        candidate.obstacle ??= 'CATEGORY_OPTED_OUT';
      }
    }
  }

  /** Users by the number that the audience was frozen with; who turned out to be another since is that one. */
  private async readUsers(
    chunk: LeasedChunk,
    ids: readonly number[],
    withProfile: boolean,
  ): Promise<[number, ContactRecipient][]> {
    const users = await this.users.findRecipientsByUser(chunk.appId, ids, { withProfile });
    const found = new Set(users.map(({ uid }) => uid));
    const missing = ids.filter((id) => !found.has(id));
    const merged = missing.length > 0 ? await this.merged.find(chunk, missing) : new Map<number, number>();
    const others =
      merged.size > 0 ? await this.users.findRecipientsByUser(chunk.appId, [...merged.values()], { withProfile }) : [];
    const byUid = new Map(others.map((user) => [user.uid, user]));
    return [
      ...users.map((user): [number, ContactRecipient] => [user.uid, user]),
      ...[...merged].flatMap(([recipientId, uid]): [number, ContactRecipient][] => {
        const user = byUid.get(uid);
        return user ? [[recipientId, user]] : [];
      }),
    ];
  }

  private async read(
    chunk: LeasedChunk,
    ids: readonly number[],
    message: FrozenMessage,
  ): Promise<Map<number, Candidate>> {
    const { appId, channel } = chunk;
    const includeOptedOut = optedOutToo(chunk, message);
    const options = readOptions(message.plan);
    if (channel !== 'smtp' && channel !== 'sms') {
      const devices = await this.users.findRecipientsByInstallation(appId, ids, options);
      return byRecipient(devices.map((device) => deviceCandidate(device, includeOptedOut)));
    }
    const users = await this.readUsers(chunk, ids, options.withProfile);
    return byRecipient(
      users.map(([recipientId, user]) => {
        const mail = channel === 'smtp';
        const address = mail ? user.email : user.msisdn;
        const optedIn = mail ? user.emailOptIn : user.smsOptIn;
        return {
          recipientId,
          uid: user.uid,
          platform: FALLBACK_PLATFORM[channel],
          address,
          obstacle: address === null ? 'NO_ADDRESS' : optedIn || includeOptedOut ? null : 'OPTED_OUT',
          language: user.language,
          profile: user.profile,
        };
      }),
    );
  }
}

function isMailbox(channel: LeasedChunk['channel']): boolean {
  return channel === 'smtp' || channel === 'sms';
}

function optedOutToo({ channel }: LeasedChunk, { dispatch }: FrozenMessage): boolean {
  return isMailbox(channel) ? dispatch.message.transactional === true : dispatch.options.includeOptedOut === true;
}

function readOptions({ needsProfile: withProfile, needsLanguage }: RenderPlan): ReadOptions {
  return { withProfile, deviceAlone: !needsLanguage };
}

function byRecipient(candidates: readonly Candidate[]): Map<number, Candidate> {
  return new Map(candidates.map((candidate) => [candidate.recipientId, candidate]));
}

function deviceCandidate(device: PushRecipient, includeOptedOut: boolean): Candidate {
  return {
    recipientId: device.instId,
    uid: device.uid,
    platform: device.platform,
    address: device.token,
    registeredAt: device.tokenRegisteredAt ?? undefined,
    obstacle:
      device.token === null || device.retired
        ? 'NO_TOKEN'
        : device.pushPermitted || includeOptedOut
          ? null
          : 'OPTED_OUT',
    language: device.language,
    profile: device.profile,
  };
}

/** The platform that a recipient counts under when its own can no longer be read. */
const FALLBACK_PLATFORM = {
  apns: PLATFORMS.IOS.number,
  fcm: PLATFORMS.ANDROID.number,
  webpush: PLATFORMS.CHROME.number,
  smtp: PLATFORMS.EMAIL.number,
  sms: PLATFORMS.SMS.number,
} as const;

function toRenderRecipient({ platform, address, language, profile }: Candidate): RenderRecipient {
  const name = platformByNumber(platform);
  if (!name) {
    throw new Error(`No platform has number ${platform}`);
  }
  return {
    platform: name,
    channel: channelOf(name, address ?? undefined),
    ...(language !== null && { language }),
    ...(profile && { profile }),
  };
}
