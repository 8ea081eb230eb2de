import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import { DispatchIntakeService, LANES } from '#libs/delivery';
import { Database, type Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { DefinitionRepository } from '../definitions/definition.repository.js';

/**
 * A message to a few users by the lane of single messages. As a test it stands in no figure.
 *
 * @property categoryIds  of the message; absent: it has none
 * @property toSent  from the stored message to the sent one, for a dispatch id; absent: they are the same
 */
export interface TestMessage {
  appId: number;
  message: Message;
  extIds: readonly string[];
  categoryIds?: number[];
  toSent?: (dispatchId: number) => Message;
}

/** The send of a test. */
export interface StoredTest {
  dispatchId: number;
  notificationKey: number;
}

/** Stores tests, which leave at once. */
@Injectable()
export class TestDispatchService {
  constructor(
    private readonly db: Database,
    private readonly definitions: DefinitionRepository,
    private readonly intake: DispatchIntakeService,
    private readonly clock: ClockService,
  ) {}

  /** @param alsoStore  stores more in the same transaction */
  async store(test: TestMessage, alsoStore?: (tx: Tx, notificationKey: number) => Promise<void>): Promise<StoredTest> {
    const [stored] = await this.storeAll([test], alsoStore);
    if (stored === undefined) {
      throw new RangeError('A test was not stored');
    }
    return stored;
  }

  /** Stores several tests, all or none. @param alsoStore  stores more for each in the same transaction */
  async storeAll(
    tests: readonly TestMessage[],
    alsoStore?: (tx: Tx, notificationKey: number) => Promise<void>,
  ): Promise<StoredTest[]> {
    const dispatchIds = await this.intake.allocateDispatchIds(tests.length);
    return this.db.tx(async (tx) => {
      const stored: StoredTest[] = [];
      for (const [index, test] of tests.entries()) {
        stored.push(await this.insert(tx, dispatchIds[index] ?? Number.NaN, test));
      }
      for (const { notificationKey } of stored) {
        await alsoStore?.(tx, notificationKey);
      }
      return stored;
    });
  }

  private async insert(
    tx: Tx,
    dispatchId: number,
    { appId, message, extIds, categoryIds, toSent }: TestMessage,
  ): Promise<StoredTest> {
    const notificationKey = await this.definitions.insertDefinition(tx, appId, 'direct', message);
    await this.intake.accept(tx, dispatchId, {
      appId,
      notificationKey,
      lane: LANES.transactional,
      message: toSent?.(dispatchId) ?? message,
      target: { type: 'extIds', extIds: [...extIds] },
      options: { isTest: true, ...(categoryIds && { categoryIds }) },
      dueAt: this.clock.now(),
    });
    return { dispatchId, notificationKey };
  }
}
