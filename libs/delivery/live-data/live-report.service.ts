import { Injectable } from '@nestjs/common';
import type { Json } from '#libs/content';
import type { Viewer } from '#libs/tenancy';
import { FETCH_FAILED } from './add-live-data.js';
import type { LiveData, LiveScope } from './live-source.types.js';
import { LiveValueRepository } from './live-value.repository.js';
import { WHOLE_SEND } from './live-value.service.js';

/** Stands for a value that the reader may not see. */
const HIDDEN = '***';

/**
 * An answer with which a message was rendered, or the failure in its place.
 *
 * @property name     of the source
 * @property at       when it was asked, ISO 8601; null: an older release did not store it
 * @property cached   the answer was kept from another send or person
 * @property value    null: there was none; `***`: one that the reader may not see
 * @property failure  null: there was an answer
 */
export interface LiveReport {
  name: string;
  per: LiveScope;
  at: string | null;
  cached: boolean;
  value: Json;
  failure: string | null;
}

/** A result of a recipient. */
interface FailedFetch {
  dispatchId: number;
  uid: number;
  reason: string | null;
}

/** Finds the answers of live data for the messages of a person. */
@Injectable()
export class LiveReportService {
  constructor(private readonly values: LiveValueRepository) {}

  /**
   * Finds the sources without an answer for results with FETCH_FAILED, while answers are kept.
   *
   * @returns by result: `points: HTTP_503`, several with commas
   */
  async findFailures<R extends FailedFetch>(appId: number, results: readonly R[]): Promise<ReadonlyMap<R, string>> {
    const failed = results.filter(({ reason }) => reason === FETCH_FAILED);
    const rows = failed.length > 0 ? await this.values.findFailures(appId, failed) : [];
    const words = new Map(rows.map(({ dispatchId, uid, failures }) => [`${dispatchId} ${uid}`, describe(failures)]));
    return new Map(
      failed.flatMap((result): [R, string][] => {
        const found = [WHOLE_SEND, result.uid].flatMap((uid) => words.get(`${result.dispatchId} ${uid}`) ?? []);
        return found.length > 0 ? [[result, found.join(', ')]] : [];
      }),
    );
  }

  /** Answers of the sends of a key, the newest first; those of an erased person are gone. */
  async list(appId: number, notificationKey: number, uid: number, { seesPrivate }: Viewer): Promise<LiveReport[]> {
    const rows = await this.values.findOfKey(appId, notificationKey, [WHOLE_SEND, uid]);
    return rows.flatMap(({ uid: owner, isSecret, data }) => {
      const per = owner === WHOLE_SEND ? 'campaign' : 'person';
      // A sealed row stays sealed: its message has a secret, which is never read again.
      return typeof data === 'string' || isSecret ? [] : toReports(data, per, per === 'campaign' || seesPrivate);
    });
  }
}

function describe(failures: LiveData['failures']): string {
  return Object.entries(failures)
    .map(([name, failure]) => `${name}: ${failure}`)
    .join(', ');
}

function toReports({ values, failures, calls = {} }: LiveData, per: LiveScope, isShown: boolean): LiveReport[] {
  const reportOf = (name: string, value: Json, failure: string | null): LiveReport => ({
    name,
    per,
    at: calls[name]?.at ?? null,
    cached: calls[name]?.isShared === true,
    value,
    failure,
  });
  return [
    ...Object.entries(values).map(([name, value]) => reportOf(name, isShown ? value : HIDDEN, null)),
    ...Object.entries(failures).map(([name, failure]) => reportOf(name, null, failure)),
  ];
}
