import type { ActivityToken, ActivityTurn } from './activity-token.repository.js';

/**
 * The tokens of an installation after a message has its turn at one of them. Its timestamp follows the last one of all
 * activities of its type: the device counts in whole seconds, and ignores what is not newer than its state.
 *
 * @param message  its own timestamp is the earliest
 * @returns undefined where a message that was accepted later had its turn before. Each start begins another activity
 */
export function takeTurn(
  tokens: readonly ActivityToken[],
  token: ActivityToken,
  message: ActivityTurn,
): { turn: ActivityTurn; tokens: readonly ActivityToken[] } | undefined {
  const { last } = token;
  if (last?.dispatchId === message.dispatchId) {
    return { turn: last, tokens };
  }
  if (last && token.kind === 'update' && isLater(last, message)) {
    return undefined;
  }
  const timestamps = tokens.flatMap((entry) => (entry.type === token.type && entry.last ? [entry.last.timestamp] : []));
  const turn = { ...message, timestamp: Math.max(message.timestamp, ...timestamps.map((timestamp) => timestamp + 1)) };
  return { turn, tokens: tokens.map((entry) => (entry === token ? { ...entry, last: turn } : entry)) };
}

function isLater(first: ActivityTurn, other: ActivityTurn): boolean {
  return first.acceptedAt === other.acceptedAt
    ? first.dispatchId > other.dispatchId
    : first.acceptedAt > other.acceptedAt;
}
