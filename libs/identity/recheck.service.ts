import { Injectable } from '@nestjs/common';
import { Recurring } from '#platform/background';
import { ClockService } from '#platform/runtime';
import { Database, type Tx } from '#platform/db';
import { PersonalDataService } from './personal-data.service.js';
import { RecheckRepository } from './recheck.repository.js';

/** Each re-check has its own due time; this is how soon a due one is noticed. */
const CHECK_MS = 60_000;

/**
 * Checks users again some time after they were erased or merged. A worker or a request may have stored something under
 * the old id after its rows were gone; a recheck erases or moves that too.
 */
@Injectable()
export class RecheckService {
  constructor(
    private readonly db: Database,
    private readonly clock: ClockService,
    private readonly personalData: PersonalDataService,
    private readonly rechecks: RecheckRepository,
  ) {}

  /** Runs every due recheck in a short transaction of its own. Several schedulers share the work. */
  @Recurring('identities.recheck', CHECK_MS)
  async runDueRechecks(before = this.clock.now()): Promise<void> {
    while (await this.db.tx((tx) => this.runNextRecheck(tx, before))) {
      // One recheck each time.
    }
  }

  /** @returns false when nothing is due */
  private async runNextRecheck(tx: Tx, before: Date): Promise<boolean> {
    const recheck = await this.rechecks.takeDue(tx, before);
    if (!recheck) {
      return false;
    }
    const { appId, toUid, places } = recheck;
    const uids = [...new Set(places.map(({ uid }) => uid))];
    if (toUid === null) {
      const keys = { uids, places, extIds: [], tokens: [], addresses: [], country: null };
      await this.personalData.eraseData(tx, appId, keys);
      return true;
    }
    for (const uid of uids) {
      const placesOfUser = places.filter((place) => place.uid === uid);
      await this.personalData.moveData(tx, appId, placesOfUser, uid, toUid);
    }
    return true;
  }
}
