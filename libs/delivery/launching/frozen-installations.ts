import { RoaringBitmap32 } from 'roaring-wasm';
import type { Channel } from '#libs/channels/definitions';
import { bucketOfId } from '#platform/ids';
import type { RecipientGroup } from '../dispatches/chunk.js';
import { isContactChannel } from '../model/channel-policy.js';

/**
 * The installations that a launch has frozen. An installation changes its bucket with its user, so a later statement
 * can find one again that an earlier one has found. Two chunks with the same recipient could never both be committed.
 */
export class FrozenInstallations {
  private readonly ids = new RoaringBitmap32();

  /** Frees the memory, which the garbage collector does not see. */
  dispose(): void {
    this.ids.dispose();
  }

  /** Adds the recipients of stored chunks. */
  add(chunks: readonly { channel: Channel; ids: readonly number[] }[]): void {
    for (const { channel, ids } of chunks) {
      if (!isContactChannel(channel)) {
        this.ids.addMany(ids);
      }
    }
  }

  /** Removes the installations that are frozen already. Those of the answer count as frozen from now on. */
  freeze(groups: readonly RecipientGroup[]): RecipientGroup[] {
    return groups.map((group) => {
      if (isContactChannel(group.channel)) {
        return group;
      }
      const ids = group.ids.filter((id) => !(hasChangedBucket(id, group) && this.ids.has(id)));
      this.ids.addMany(ids);
      return { ...group, ids };
    });
  }
}

/** Tests if the installation may have been in another bucket before; one that came back to its own has an owner. */
function hasChangedBucket(instId: number, { vb, owners }: RecipientGroup): boolean {
  return bucketOfId(instId) !== vb || owners?.has(instId) === true;
}
