/** A person who joined or left a segment. @property at  epoch ms */
export interface SegmentChange {
  at: number;
  segment: string;
  isJoined: boolean;
}

const NONE: readonly SegmentChange[] = [];

/** Members of segments at moments of the past: those of now, without the changes since then. */
export class SegmentHistory {
  private readonly byUser = new Map<number, SegmentChange[]>();

  /** @param since  epoch ms from which on all changes are known */
  constructor(readonly since: number) {}

  /** Takes a change, in the order of time. */
  add(uid: number, change: SegmentChange): void {
    const changes = this.byUser.get(uid) ?? [];
    this.byUser.set(uid, changes);
    changes.push(change);
  }

  of(uid: number): readonly SegmentChange[] {
    return this.byUser.get(uid) ?? NONE;
  }

  /** @param isNow  tests if the person is a member now */
  wasMember(uid: number, segment: string, at: number, isNow: boolean): boolean {
    const later = this.of(uid).find((change) => change.segment === segment && change.at > at);
    return later ? !later.isJoined : isNow;
  }
}
