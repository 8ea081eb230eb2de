import type { AddressHolder } from '../sql-engine/holder.repository.js';

/** Chooses one of the users that share an address: who may be written to, then the one seen last, then the lowest uid. */
export class ChosenHolders {
  private readonly chosen = new Map<string, AddressHolder>();
  private readonly others: number[] = [];

  /** @param toKey  addresses with one key are one */
  constructor(private readonly toKey: (address: string) => string) {}

  add(holders: readonly AddressHolder[]): void {
    for (const holder of holders) {
      const key = this.toKey(holder.address);
      const before = this.chosen.get(key);
      if (!before) {
        this.chosen.set(key, holder);
      } else if (comesBefore(holder, before)) {
        this.others.push(before.uid);
        this.chosen.set(key, holder);
      } else {
        this.others.push(holder.uid);
      }
    }
  }

  /** Users that stand back for the one chosen. */
  listOthers(): readonly number[] {
    return this.others;
  }
}

function comesBefore(a: AddressHolder, b: AddressHolder): boolean {
  if (a.refuses !== b.refuses) {
    return b.refuses;
  }
  const [seenA, seenB] = [a.seenAt ?? Number.NEGATIVE_INFINITY, b.seenAt ?? Number.NEGATIVE_INFINITY];
  return seenA === seenB ? a.uid < b.uid : seenA > seenB;
}
