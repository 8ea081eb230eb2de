/** A message that the provider took. */
export interface Taken {
  address: string;
  /** On the device a message replaces an earlier one with the same id (`apns-collapse-id`). */
  collapseId?: string;
}

/** @param delivery  of the simulated APNs */
export function toTaken({ token, payload }: { token: string; payload: unknown }): Taken {
  const collapseId = (payload as { headers: Record<string, string> }).headers['apns-collapse-id'];
  return { address: token, ...(collapseId !== undefined && { collapseId }) };
}

/** The outcome of one campaign to a known audience, by the provider's deliveries. */
export interface Verdict {
  /** Recipients without any message. */
  lost: number;
  /** Recipients with more than one. */
  twice: number;
  /** Recipients among them who see more than one, because their messages do not replace each other. */
  seenTwice: number;
  /** Messages to recipients outside of the audience. */
  strangers: number;
}

interface Received {
  messages: number;
  seen: number;
  collapseIds: Set<string>;
}

/**
 * Compares an audience with the messages that were taken. The address names the user of a message: most senders give a
 * repeated one another id.
 */
export function judge(audience: Iterable<string>, messages: Iterable<Taken>): Verdict {
  const received = new Map<string, Received>();
  for (const address of audience) {
    received.set(address, { messages: 0, seen: 0, collapseIds: new Set() });
  }
  let strangers = 0;
  for (const { address, collapseId } of messages) {
    const recipient = received.get(address);
    if (recipient === undefined) {
      strangers += 1;
    } else {
      recipient.messages += 1;
      recipient.seen += collapseId !== undefined && recipient.collapseIds.has(collapseId) ? 0 : 1;
      if (collapseId !== undefined) {
        recipient.collapseIds.add(collapseId);
      }
    }
  }
  const count = (matches: (recipient: Received) => boolean): number => [...received.values()].filter(matches).length;
  return {
    lost: count(({ messages }) => messages === 0),
    twice: count(({ messages }) => messages > 1),
    seenTwice: count(({ seen }) => seen > 1),
    strangers,
  };
}
