import type { Outcome } from '#libs/channels';
import type { BatchCommit, LeasedChunk } from '../model/delivery.types.js';
import type { OutgoingRecipient } from '#libs/delivery/checks';

interface Answer {
  recipient: Pick<OutgoingRecipient, 'recipientId' | 'places'>;
  /** Absent: no one knows. */
  outcome: Outcome | undefined;
}

/** Finds the places under frequency caps of messages that no provider took, and those that are in doubt. */
export function findUntaken(
  { attempted }: Pick<LeasedChunk, 'attempted'>,
  answers: readonly Answer[],
): Pick<BatchCommit, 'unsent' | 'doubtful'> {
  const placed = answers.filter(({ recipient, outcome }) => recipient.places && outcome?.kind !== 'sent');
  if (placed.length === 0) {
    return {};
  }
  const isDoubtful = ({ recipient, outcome }: Answer): boolean =>
    outcome === undefined || outcome.kind === 'unknown' || attempted?.ids.has(recipient.recipientId) === true;
  const placesOf = ({ recipient: { places = [] } }: Answer): typeof places => places;
  return {
    unsent: placed.filter((answer) => !isDoubtful(answer)).flatMap(placesOf),
    doubtful: placed.filter(isDoubtful).flatMap(placesOf),
  };
}
