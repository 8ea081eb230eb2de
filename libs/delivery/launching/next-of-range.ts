import { CHANNELS } from '#libs/channels/definitions';
import { PLATFORMS } from '#libs/content';
import { bucketOfId } from '#platform/ids';
import type { RecipientGroup } from '../dispatches/chunk.js';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import type { LeftOutGroup } from '../left-out/left-out.types.js';
import { isContactChannel } from '../model/channel-policy.js';
import type { FrozenPersons, NextRow } from '../next-content/next-content.repository.js';
import { CHOSEN, ELSEWHERE, type Samples } from '../selection/sample.repository.js';

/**
 * People that the launch of a range leaves for other contents.
 *
 * @property rows     users that the choice gave to this content, and those that it does not reach any more
 * @property persons  users of the recipients, where one may have several
 */
export interface NextOfRange {
  rows: NextRow[];
  persons: FrozenPersons[];
}

/** Users who get another content are not left out; an inbox content is for the chosen ones alone. */
export function withoutElsewhere(groups: readonly LeftOutGroup[], samples: Samples): LeftOutGroup[] {
  const [elsewhere, chosen] = [samples.get(ELSEWHERE), samples.get(CHOSEN)];
  return elsewhere === undefined
    ? [...groups]
    : groups.map((group) => ({
        ...group,
        uids: group.uids.filter((uid) => (group.reason === 'INBOX' ? chosen?.has(uid) : !elsewhere.has(uid))),
      }));
}

/** @returns undefined: each person gets what reaches her, or has no other content */
export function findNext(
  lease: LaunchLease,
  groups: readonly RecipientGroup[],
  leftOut: readonly LeftOutGroup[],
  samples: Samples,
): NextOfRange | undefined {
  const chosen = samples.get(CHOSEN);
  if (!samples.has(ELSEWHERE) || !chosen) {
    return undefined;
  }
  const { dispatchId } = lease;
  const persons = groups.map(({ channel, ids, userOf }): FrozenPersons => {
    return { dispatchId, channel: CHANNELS[channel], userOf: new Map(ids.map((id) => [id, userOf?.get(id) ?? id])) };
  });
  const reached = new Set(persons.flatMap(({ userOf }) => [...userOf.values()]));
  const missed = leftOut.flatMap(({ uids, reason }) => (reason === 'INBOX' ? [] : uids));
  const others = [...new Set(missed)].filter((uid) => chosen.has(uid) && !reached.has(uid));
  return {
    rows: others.map((uid) => ({ vb: bucketOfId(uid), dispatchId, channel: 0, recipientId: uid, isBounce: false })),
    persons: lease.options.reach?.reach === 'first' && mayHaveSeveral(lease) ? joinChannels(persons) : [],
  };
}

/** Tests if a person may have several recipients of a content: only one kind of address has one for each. */
export function mayHaveSeveral({ message }: Pick<LaunchLease, 'message'>): boolean {
  const channels = new Set(message.platforms.map((name) => PLATFORMS[name].channel));
  return channels.size !== 1 || [...channels].some((channel) => !isContactChannel(channel));
}

/** A bucket has one row for each channel. */
function joinChannels(persons: readonly FrozenPersons[]): FrozenPersons[] {
  const joined = new Map<number, { dispatchId: number; channel: number; userOf: Map<number, number> }>();
  for (const { dispatchId, channel, userOf } of persons) {
    const own = joined.get(channel) ?? { dispatchId, channel, userOf: new Map<number, number>() };
    userOf.forEach((uid, id) => own.userOf.set(id, uid));
    joined.set(channel, own);
  }
  return [...joined.values()];
}
