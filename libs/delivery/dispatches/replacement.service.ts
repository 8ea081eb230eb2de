import { Injectable } from '@nestjs/common';
import { CHANNELS, type Channel } from '#libs/channels/definitions';
import { groupBy } from '#platform/collections';
import { type RecipientGroup, selectOpen } from './chunk.js';
import type { LaunchLease } from './launch.repository.js';
import {
  type Dispatch,
  HOLD_REASONS,
  LANES,
  type LeasedChunk,
  type ReplacedNotification,
} from '../model/delivery.types.js';
import { isContactChannel } from '../model/channel-policy.js';
import { messageId } from '../model/message-id.js';
import { selectIds } from '../model/recipient-set.js';
import { UnconfirmedSendRepository } from './unconfirmed-send.repository.js';
import { ReplacedSendRepository } from './replaced-send.repository.js';
import {
  type EarlierSend,
  type OpenRecipients,
  ReplacementRepository,
  type ReplacingSend,
} from './replacement.repository.js';

/** Places of the notifications of a send, and recipients that wait for the answer about an earlier one. */
interface NotificationPlaces {
  /** By recipient; absent: a place of its own. */
  collapseIds: ReadonlyMap<number, string>;
  /** An earlier notification is on its way to them: theirs leaves afterwards. */
  awaiting: ReadonlySet<number>;
}

/** An earlier send that no worker launches for so long, though it was looked for so often, may never be launched. */
const LOST_LAUNCH = { idleMs: 5 * 60_000, looks: 20 };

/** Pause between two looks at an earlier send that is not launched: at least, at most, and while a decision is missing. */
const LAUNCH_WAIT_MS = { min: 500, max: 30_000, decision: 5000 };

/**
 * Decides about notifications that take the place of earlier ones. Of all that one device gets in one place, the one
 * that was accepted last stays, whatever is launched, answered or tried again first.
 */
@Injectable()
export class ReplacementService {
  constructor(
    private readonly repository: ReplacementRepository,
    private readonly replaced: ReplacedSendRepository,
    private readonly unconfirmed: UnconfirmedSendRepository,
  ) {}

  /**
   * Finds how long the launch of a replacing send waits for earlier ones, in ms; 0: not at all. A campaign waits for every
   * campaign before it, because their recipients are its own. Any send waits for those that are due, but not for ever.
   */
  async findLaunchWait({ appId, dispatchId, lane, epoch, options: { replaces } }: LaunchLease): Promise<number> {
    const unlaunched = replaces ? await this.repository.findUnlaunched({ appId, dispatchId, replaces }) : [];
    const waits = unlaunched.flatMap(({ lane: earlierLane, isPaused, dueInMs, idleMs }) => {
      const needsDecision = isPaused || dueInMs === null;
      if (!needsDecision && dueInMs <= 0) {
        const isLost = epoch > LOST_LAUNCH.looks && (idleMs ?? 0) > LOST_LAUNCH.idleMs;
        return isLost ? [] : [LAUNCH_WAIT_MS.min];
      }
      if (lane !== LANES.bulk || earlierLane !== LANES.bulk) {
        return [];
      }
      const waitMs = needsDecision ? LAUNCH_WAIT_MS.decision : dueInMs;
      return [Math.min(Math.max(waitMs, LAUNCH_WAIT_MS.min), LAUNCH_WAIT_MS.max)];
    });
    return waits.length > 0 ? Math.min(...waits) : 0;
  }

  /**
   * Keeps the recipients that got an earlier notification, and those that still wait for it. Who waits for a time of
   * the own clock gets the newer one at that time.
   *
   * @param key  of the earlier notification
   */
  async filterReceivers(
    { appId, dispatchId }: LaunchLease,
    key: number,
    groups: readonly RecipientGroup[],
  ): Promise<RecipientGroup[]> {
    const ids = groups.flatMap((group) => group.ids);
    const channels = [...new Set(groups.map(({ channel }) => channel))];
    // The second read finds recipients that were settled between the two.
    const open = await this.repository.findOpen({ appId, dispatchId, replaces: { key, rootKey: key } }, channels, ids);
    const waiting = new Map(channels.map((channel) => [channel, findWaiting(open, key, channel, ids)]));
    const receivers = new Map(
      (await this.repository.findReceivers(appId, key, groups)).map((row) => [row.channel, new Set(row.ids)]),
    );
    return groups.flatMap((group) => {
      const received = receivers.get(CHANNELS[group.channel]);
      const dueById = waiting.get(group.channel);
      const reached = group.ids.filter((id) => received?.has(id) || dueById?.has(id));
      const byTime = groupBy(reached, (id) => {
        return group.dueAt || received?.has(id) ? null : (dueById?.get(id)?.getTime() ?? null);
      });
      return [...byTime].map(([time, keptIds]) => ({
        ...group,
        ids: keptIds,
        dueAt: time === null ? group.dueAt : new Date(time),
      }));
    });
  }

  /**
   * Finds the collapse ids under which devices show an earlier notification: the message ids of its last send to each
   * recipient, also where that one has not left yet. In a row of replacements it is shown under those of the first; a
   * transactional one may also have reached devices without the first. The new message keeps a message id of its own,
   * so that its clicks count for it.
   */
  private async findPlaces(
    { appId, dispatchId, channel }: Pick<LeasedChunk, 'appId' | 'dispatchId' | 'channel'>,
    replaces: ReplacedNotification,
    recipientIds: readonly number[],
  ): Promise<NotificationPlaces> {
    const send = { appId, dispatchId, replaces };
    const open = await this.repository.findOpen(send, [channel], recipientIds);
    const shown = await this.repository.findShown(send, channel, recipientIds);
    const last = new Map<number, EarlierSend>();
    const offer = (recipientId: number, candidate: EarlierSend): void => {
      const other = last.get(recipientId);
      if (!other || isNearer(candidate, other, replaces)) {
        last.set(recipientId, candidate);
      }
    };
    shown.forEach((notification) => offer(notification.recipientId, notification));
    for (const earlier of open.filter(({ key }) => key === replaces.key || key === replaces.rootKey)) {
      // The recipients of a campaign are known when it is launched. Until then any of these may be one.
      const isOpenCampaign = earlier.isUnlaunched && earlier.lane === LANES.bulk;
      const ids = isOpenCampaign ? recipientIds : selectOpen(earlier, recipientIds);
      ids.forEach((id) => offer(id, earlier));
    }
    return {
      collapseIds: new Map(
        [...last].map(([recipientId, found]) => [
          recipientId,
          messageId({ dispatchId: found.dispatchId, channel: CHANNELS[channel], recipientId }),
        ]),
      ),
      awaiting: new Set(
        open.flatMap(({ intent, isLeaving }) => {
          return intent && isLeaving ? selectIds(intent, recipientIds) : [];
        }),
      ),
    };
  }

  /** @returns the places of a send; undefined: it replaces no other one, or its messages stand beside the earlier ones */
  async findOwnPlaces(
    chunk: LeasedChunk,
    dispatch: Dispatch,
    recipientIds: readonly number[],
  ): Promise<NotificationPlaces | undefined> {
    const { replaces } = dispatch.options;
    if (!replaces || standsBeside(chunk, dispatch)) {
      return undefined;
    }
    return this.findPlaces(chunk, replaces, recipientIds);
  }

  /**
   * Finds the recipients of a replaced send whose notification would appear in the place of a newer one that they got
   * or still get. A send that was stopped replaces only what it reached.
   *
   * @param own  places of these recipients in the send itself, as of `findOwnPlaces`
   */
  async findReplaced(
    chunk: LeasedChunk,
    dispatch: Dispatch,
    recipientIds: readonly number[],
    own: NotificationPlaces | undefined,
  ): Promise<Set<number>> {
    const replaced = new Set<number>();
    if (chunk.newer === 0 || standsBeside(chunk, dispatch)) {
      return replaced;
    }
    const inFlightIds = new Set(chunk.inFlight?.ids);
    const open = recipientIds.filter((id) => !inFlightIds.has(id));
    const { channel } = chunk;
    for (const { newer, reached } of await this.findNewer(chunk, open)) {
      const place = (await this.findPlaces({ ...newer, channel }, newer.replaces, reached)).collapseIds;
      for (const recipientId of reached) {
        const ref = { channel: CHANNELS[channel], recipientId };
        const ownPlace = own?.collapseIds.get(recipientId) ?? messageId({ ...ref, dispatchId: chunk.dispatchId });
        if (place.get(recipientId) === ownPlace) {
          replaced.add(recipientId);
        }
      }
    }
    return replaced;
  }

  /** Ids of replaced recipients that an earlier attempt may have reached. */
  async findInDoubt(chunk: LeasedChunk, replaced: readonly { recipientId: number }[]): Promise<Set<number>> {
    const ids = replaced.map(({ recipientId }) => recipientId);
    return ids.length > 0 ? this.unconfirmed.findListed(chunk, ids) : new Set();
  }

  /** Finds the newer sends of a replaced one, with those of some recipients that they reach. */
  private async findNewer(
    chunk: LeasedChunk,
    recipientIds: readonly number[],
  ): Promise<{ newer: ReplacingSend; reached: number[] }[]> {
    const chunks = recipientIds.length > 0 ? await this.replaced.findNewer(chunk, recipientIds) : [];
    const found: { newer: ReplacingSend; reached: number[] }[] = [];
    for (const rows of groupBy(chunks, ({ dispatchId }) => dispatchId).values()) {
      const frozen = [...new Set(rows.flatMap(({ ids }) => selectIds(ids, recipientIds)))];
      const [newer] = rows;
      if (!newer || frozen.length === 0) {
        continue;
      }
      const reached = newer.isStopped ? await this.replaced.findShowing(newer, chunk.channel, frozen) : frozen;
      if (reached.length > 0) {
        found.push({ newer, reached });
      }
    }
    return found;
  }
}

/** Tests if nothing replaces a message: of two transactional mails to one address both are read. */
function standsBeside({ channel }: Pick<LeasedChunk, 'channel'>, { lane }: Pick<Dispatch, 'lane'>): boolean {
  return isContactChannel(channel) && lane === LANES.transactional;
}

/** Recipients that still wait for a key, with the time of their own clock. Those of an ended chunk wait no more. */
function findWaiting(
  open: readonly OpenRecipients[],
  key: number,
  channel: Channel,
  recipientIds: readonly number[],
): Map<number, Date | null> {
  const waiting = new Map<number, Date | null>();
  for (const send of open) {
    if (send.key === key && send.channel === CHANNELS[channel]) {
      const dueAt = send.hold === HOLD_REASONS.waiting ? send.dueAt : null;
      selectOpen(send, recipientIds).forEach((id) => waiting.set(id, dueAt));
    }
  }
  return waiting;
}

/** The first in a row of replacements gives the place, then the later of two sends. */
function isNearer(first: EarlierSend, other: EarlierSend, { rootKey }: ReplacedNotification): boolean {
  if ((first.key === rootKey) !== (other.key === rootKey)) {
    return first.key === rootKey;
  }
  return (
    first.acceptedAt > other.acceptedAt ||
    (first.acceptedAt === other.acceptedAt && first.dispatchId > other.dispatchId)
  );
}
