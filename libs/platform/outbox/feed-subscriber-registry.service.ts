import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import type { Change, ChangeKind } from './changes.types.js';

/** A module that follows the change feed, with a position that the platform stores. */
export interface FeedSubscriber<Kind extends ChangeKind = ChangeKind> {
  /** Never changes: the position is stored under it. */
  readonly name: string;
  readonly kinds: readonly Kind[];
  /** It reads at once what is committed; absent: within a second. */
  readonly isPrompt?: true;

  /**
   * Applies changes of one application, in the order of their transactions. It happens once: what it stores in the
   * transaction is committed together with the position.
   */
  apply(tx: Tx, appId: number, changes: readonly Omit<Change<Kind>, 'appId'>[]): Promise<void>;

  /**
   * Begins again where the feed has lost changes, for example after two days without a scheduler, or on a restored copy.
   *
   * @param since  what was committed some minutes before was applied
   */
  restart(tx: Tx, appId: number, since: Date): Promise<void>;
}

/** The subscribers of all modules. A module registers its own in `onModuleInit`. */
@Injectable()
export class FeedSubscriberRegistryService {
  private readonly subscribers = new Map<string, FeedSubscriber>();

  /** @throws Error for a second subscriber of one name */
  register(subscriber: FeedSubscriber): void {
    if (this.subscribers.has(subscriber.name)) {
      throw new Error(`Two subscribers of the change feed are named ${subscriber.name}`);
    }
    this.subscribers.set(subscriber.name, subscriber);
  }

  /** Tests if a subscriber reads a kind of changes. */
  isRead(kind: ChangeKind): boolean {
    return this.list().some(({ kinds }) => kinds.includes(kind));
  }

  /** Tests if a subscriber reads a kind of changes at once. */
  isPrompt(kind: ChangeKind): boolean {
    return this.list().some(({ isPrompt, kinds }) => isPrompt && kinds.includes(kind));
  }

  list(): FeedSubscriber[] {
    return [...this.subscribers.values()];
  }
}
