import type { Visit } from '../model/journey.types.js';

/** The visits of some people to one journey, by uid and key. */
export class PeopleInside {
  private readonly visits = new Map<number, Map<string, Visit>>();

  constructor(visits: readonly Visit[]) {
    visits.forEach((visit) => this.put(visit));
  }

  of(uid: number): ReadonlyMap<string, Visit> {
    return this.visits.get(uid) ?? new Map<string, Visit>();
  }

  put(visit: Visit): void {
    const own = this.visits.get(visit.uid) ?? new Map<string, Visit>();
    this.visits.set(visit.uid, own.set(visit.key, visit));
  }

  remove({ uid, key }: Pick<Visit, 'uid' | 'key'>): void {
    this.visits.get(uid)?.delete(key);
  }
}
