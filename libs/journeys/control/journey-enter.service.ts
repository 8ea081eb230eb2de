import { Injectable } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { Database } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { JourneyRepository } from '../definitions/journey.repository.js';
import type { Visit } from '../model/journey.types.js';
import { MAX_DATA_BYTES } from '../model/limits.js';
import type { Refusal } from '../entering/admissions.js';
import { keyOf } from '../entering/entry-key.js';
import { JourneyEntryService } from '../entering/journey-entry.service.js';

/** People named by a request, for a journey with the entry `api`. */
export interface JourneyEntry {
  journey: string;
  extIds: readonly string[];
  data?: Visit['data'];
}

/** @property unknown  extIds that no user has */
export interface EnteredPeople {
  entered: number;
  refused: Record<Refusal | 'unknown', number>;
}

/** Lets people into journeys by request. */
@Injectable()
export class JourneyEnterService {
  constructor(
    private readonly db: Database,
    private readonly journeys: JourneyRepository,
    private readonly users: UserLookupService,
    private readonly entries: JourneyEntryService,
  ) {}

  /**
   * Enters people, each once. Refused ones are counted by the rule.
   *
   * @throws AppError unknown_key for a name that no journey has; wrong_state for one that lets no one in; malformed for one that
   *   takes no requests, and for data that is too large or lacks the key
   */
  async enter({ appId }: Caller, { journey: name, extIds, data = {} }: JourneyEntry): Promise<EnteredPeople> {
    const bytes = Buffer.byteLength(JSON.stringify(data));
    if (bytes > MAX_DATA_BYTES) {
      throw new AppError('malformed', `Field 'data' has ${bytes} bytes, more than ${MAX_DATA_BYTES}`, {
        field: 'data',
      });
    }
    const named = [...new Set(extIds)];
    const uids = [...new Set((await this.users.findUidsByExtIds(appId, named)).values())];
    return this.db.tx(async (tx) => {
      const journey = await this.journeys.lockForEntry(tx, appId, name);
      if (!journey) {
        throw new AppError('unknown_key', `No journey is called '${name.slice(0, 80)}'`, { field: 'journey' });
      }
      const { entry } = journey.definition;
      if (!('api' in entry)) {
        throw malformed(`The journey '${name.slice(0, 80)}' takes no requests: its entry is not api`);
      }
      if (journey.state !== 'on') {
        throw new AppError('wrong_state', `The journey '${name.slice(0, 80)}' is ${journey.state}: no one enters`);
      }
      const key = keyOf(entry.key, data);
      if (key === undefined) {
        throw new AppError('malformed', `Field 'data' has no '${entry.key ?? ''}', by which visits differ`, {
          field: 'data',
        });
      }
      const arrivals = uids.map((uid) => ({ uid, key, data }));
      const { entered, refused } = await this.entries.admit(tx, journey, arrivals);
      return { entered, refused: { ...refused, unknown: named.length - uids.length } };
    });
  }
}
