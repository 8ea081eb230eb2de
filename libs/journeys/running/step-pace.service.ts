import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import type { ThrottleStep } from '../model/journey.types.js';
import { givePlaces, stretchOf } from './throttle.js';
import { ThrottleRepository } from '../visits/throttle.repository.js';

/** Lets people pass a step at its pace. */
@Injectable()
export class StepPaceService {
  constructor(private readonly throttles: ThrottleRepository) {}

  /** @returns when each person may pass */
  async givePlaces(
    tx: Tx,
    { appId, journeyId }: { appId: number; journeyId: number },
    step: ThrottleStep,
    uids: readonly number[],
    now: Date,
  ): Promise<ReadonlyMap<number, Date>> {
    const slot = await this.throttles.lock(tx, appId, journeyId, step.id, stretchOf(now, step.perMs));
    const { places, next } = givePlaces(step, slot, uids.length);
    await this.throttles.store(tx, journeyId, step.id, next);
    return new Map(uids.map((uid, index) => [uid, places[index] ?? now]));
  }
}
