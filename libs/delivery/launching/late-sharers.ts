import { RoaringBitmap32 } from 'roaring-wasm';
import { ChosenHolders, mailboxKeyOf, type AddressHolderService, type HolderMessage } from '#libs/audience';
import { RECIPIENT_KINDS, type Channel } from '#libs/channels';
import type { RecipientGroup } from '../dispatches/chunk.js';
import type { LeftOutGroup } from '../left-out/left-out.types.js';
import { isContactChannel } from '../model/channel-policy.js';

type Kind = HolderMessage['kind'];

/**
 * Users that come to share an address while a launch goes on: they register, change their address or come into the audience
 * after its choice. Who is frozen first stays, and the others of the address stand back.
 */
export class LateSharers {
  private readonly frozen = new Map<Kind, RoaringBitmap32>();
  private readonly late = new Map<Kind, Set<number>>();

  /**
   * @param message   kinds of addresses of the message, its categories, and what counts as one mailbox
   * @param position  of the change feed, before the choice
   */
  constructor(
    private readonly holders: AddressHolderService,
    private readonly appId: number,
    private readonly message: { kinds: readonly Kind[] } & Pick<HolderMessage, 'categoryIds' | 'rules'>,
    private position: string,
  ) {}

  /** Frees the memory, which the garbage collector does not see. */
  dispose(): void {
    this.frozen.forEach((uids) => uids.dispose());
  }

  /** Continues a launch of which these recipients are stored: the position before its choice is not known any more. */
  async resume(chunks: readonly { channel: Channel; ids: readonly number[] }[]): Promise<void> {
    this.addFrozen(chunks);
    for (const kind of this.message.kinds) {
      this.addLate(kind, await this.holders.findAllSharers(this.appId, kind));
    }
  }

  /** Takes those out of the recipients of a range whose address is frozen already. The others count as frozen from now on. */
  async settle(groups: readonly RecipientGroup[]): Promise<{ groups: RecipientGroup[]; standingBack: LeftOutGroup[] }> {
    const inRange = new Set(groups.flatMap(({ channel, ids }) => (isContactChannel(channel) ? ids : [])));
    const { position, newcomers } = await this.holders.findNewcomers(
      this.appId,
      this.message.kinds,
      this.position,
      (uid) => {
        return inRange.has(uid) || [...this.frozen.values()].some((uids) => uids.has(uid));
      },
    );
    this.position = position;
    newcomers.forEach((uids, kind) => this.addLate(kind, uids));
    const standingBack = new Map<Kind, ReadonlySet<number>>();
    for (const kind of this.message.kinds) {
      const ids = groups.flatMap((group) => (RECIPIENT_KINDS[group.channel] === kind ? group.ids : []));
      standingBack.set(kind, await this.findStandingBack(kind, ids));
    }
    const settled = groups.map((group) => {
      const others = standingBack.get(RECIPIENT_KINDS[group.channel] as Kind);
      return others && others.size > 0 ? { ...group, ids: group.ids.filter((id) => !others.has(id)) } : group;
    });
    this.addFrozen(settled);
    return {
      groups: settled,
      standingBack: [...standingBack].map(([kind, uids]) => ({
        kind,
        reason: 'SAME_ADDRESS',
        uids: [...uids],
        names: [],
      })),
    };
  }

  private async findStandingBack(kind: Kind, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const late = this.late.get(kind);
    const concerned = late ? ids.filter((id) => late.has(id)) : [];
    if (!late || concerned.length === 0) {
      return new Set();
    }
    const frozen = [...late].filter((uid) => this.frozen.get(kind)?.has(uid));
    const { categoryIds, rules } = this.message;
    const chosen = new ChosenHolders((address) => mailboxKeyOf(address, { kind, rules }));
    // The first of an address wins over all that come after it.
    chosen.addChosen(await this.holders.findHolders(this.appId, { kind, categoryIds }, frozen));
    chosen.add(await this.holders.findHolders(this.appId, { kind, categoryIds }, concerned));
    return new Set(chosen.listOthers());
  }

  private addLate(kind: Kind, uids: Iterable<number>): void {
    const known = this.late.get(kind) ?? new Set<number>();
    for (const uid of uids) {
      known.add(uid);
    }
    this.late.set(kind, known);
  }

  private addFrozen(chunks: readonly { channel: Channel; ids: readonly number[] }[]): void {
    for (const { channel, ids } of chunks) {
      if (isContactChannel(channel)) {
        const kind = RECIPIENT_KINDS[channel];
        const known = this.frozen.get(kind) ?? new RoaringBitmap32();
        known.addMany(ids);
        this.frozen.set(kind, known);
      }
    }
  }
}
