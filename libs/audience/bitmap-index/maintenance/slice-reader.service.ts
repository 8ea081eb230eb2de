import { Injectable } from '@nestjs/common';
import { ChoiceSourceRepository } from '#libs/users/preferences';
import type { Statements } from '#platform/db';
import type { BucketRange } from '../../sql-engine/ranges.js';
import type { TermCollector } from '../model/term-collector.js';
import { putChoice, putDevice, putOptOut, putUser, SLICE_SIZE, type PutTerm } from '../model/terms.js';
import { putPlaces } from '../places/place-terms.js';
import { IndexSourceRepository } from '../store/index-source.repository.js';

/** Reads the terms of users from their rows. */
@Injectable()
export class SliceReaderService {
  constructor(
    private readonly source: IndexSourceRepository,
    private readonly choices: ChoiceSourceRepository,
  ) {}

  /** Collects all terms of the users of a part of a slice. */
  async collect(
    appId: number,
    { slice, range }: { slice: number; range: BucketRange },
    collector: Pick<TermCollector, 'put'>,
    on?: Statements,
  ): Promise<void> {
    const selection = { ...range, uidFrom: slice * SLICE_SIZE, uidTo: (slice + 1) * SLICE_SIZE };
    const put: PutTerm = (aspect, term, uid) => collector.put(aspect, term, uid);
    for (const user of await this.source.findUsers(appId, selection, undefined, on)) {
      putUser(user, put);
    }
    for (const device of await this.source.findDevices(appId, selection, on)) {
      putDevice(device, put);
    }
    putPlaces(await this.source.findPlaces(appId, selection, on), put);
    for (const optOut of await this.choices.findOptOuts(appId, selection, on)) {
      putOptOut(optOut, put);
    }
    for (const choice of await this.choices.findChoices(appId, selection, on)) {
      putChoice(choice, put);
    }
  }
}
