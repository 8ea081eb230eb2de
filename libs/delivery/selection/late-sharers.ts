import { RoaringBitmap32 } from 'roaring-wasm';
import { ChosenHolders, mailboxKeyOf, type AddressHolderService, type HolderMessage } from '#libs/audience/recipients';
import { RECIPIENT_KINDS, type Channel } from '#libs/channels/definitions';
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
  /** Keys of the addresses of late users that are frozen, by user. */
  private readonly occupied = new Map<Kind, Map<number, string>>();
  /** Changed since the choice, and not seen as recipients. */
  private readonly changed = new Set<number>();

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
    await this.compareAll();
  }

  /** Takes all who share addresses for late ones: events and segments bring people in without a change of theirs. */
  async compareAll(): Promise<void> {
    for (const kind of this.message.kinds) {
      this.addLate(kind, await this.holders.findAllSharers(this.appId, { kind, rules: this.message.rules }));
    }
  }

  /** Takes those out of the recipients of a range whose address is frozen already. The others count as frozen from now on. */
  async settle(groups: readonly RecipientGroup[]): Promise<{ groups: RecipientGroup[]; standingBack: LeftOutGroup[] }> {
    await this.follow(new Set(groups.flatMap(({ channel, ids }) => (isContactChannel(channel) ? ids : []))));
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

  /** A changed user that is no recipient yet may be one of a later range. */
  private async follow(inRange: ReadonlySet<number>): Promise<void> {
    const { position, uids } = await this.holders.findChanged(this.appId, this.position);
    this.position = position;
    if (uids === null) {
      this.changed.clear();
      this.occupied.clear();
      await this.compareAll();
      return;
    }
    uids.forEach((uid) => this.changed.add(uid));
    const frozen = [...this.frozen.values()];
    const concerned = [...this.changed].filter((uid) => inRange.has(uid) || frozen.some((bitmap) => bitmap.has(uid)));
    for (const kind of concerned.length > 0 ? this.message.kinds : []) {
      const { rules } = this.message;
      this.addLate(kind, await this.holders.findSharersWith(this.appId, { kind, rules }, concerned));
      // Their addresses are read again: a frozen one gets the message at the address that it has then.
      concerned.forEach((uid) => this.occupied.get(kind)?.delete(uid));
    }
    concerned.forEach((uid) => this.changed.delete(uid));
  }

  private async findStandingBack(kind: Kind, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const late = this.late.get(kind);
    const concerned = late ? ids.filter((id) => late.has(id)) : [];
    if (!late || concerned.length === 0) {
      return new Set();
    }
    const { categoryIds, rules } = this.message;
    const toKey = (address: string): string => mailboxKeyOf(address, { kind, rules });
    const occupied = this.occupied.get(kind) ?? new Map<number, string>();
    this.occupied.set(kind, occupied);
    const frozen = [...late].filter((uid) => !occupied.has(uid) && this.frozen.get(kind)?.has(uid));
    for (const { uid, address } of await this.holders.findHolders(this.appId, { kind, categoryIds }, frozen)) {
      occupied.set(uid, toKey(address));
    }
    const occupiedKeys = new Set(occupied.values());
    const holders = await this.holders.findHolders(this.appId, { kind, categoryIds }, concerned);
    const chosen = new ChosenHolders(toKey);
    chosen.add(holders.filter(({ address }) => !occupiedKeys.has(toKey(address))));
    const behind = holders.flatMap(({ uid, address }) => (occupiedKeys.has(toKey(address)) ? [uid] : []));
    return new Set([...behind, ...chosen.listOthers()]);
  }

  private addLate(kind: Kind, uids: Iterable<number>): void {
    this.late.set(kind, new Set([...(this.late.get(kind) ?? []), ...uids]));
  }

  private addFrozen(chunks: readonly { channel: Channel; ids: readonly number[] }[]): void {
    for (const { channel, ids } of chunks) {
      if (isContactChannel(channel)) {
        const kind = RECIPIENT_KINDS[channel];
        const bitmap = this.frozen.get(kind) ?? new RoaringBitmap32();
        bitmap.addMany(ids);
        this.frozen.set(kind, bitmap);
      }
    }
  }
}
