import { AppError } from '#platform/errors';

/** Streams of one process. Who comes later asks every few seconds instead. */
export const MAX_STREAMS = 200;
/** Streams of one member, in all its sessions: pages of one browser share a stream. */
export const MAX_OF_MEMBER = 50;
/** Streams of one application, so that its members leave places to those of others. */
export const MAX_OF_APPLICATION = 150;
const RETRY_AFTER_S = 5;

/** Owner of a stream. */
interface Place {
  memberId: number;
  appId: number;
}

/** The places for streams in one process. A place counts from the request on, before anything is read for it. */
export class StreamPlaces {
  private readonly places = new Set<Place>();

  /**
   * @returns gives the place back; a second call does nothing
   * @throws AppError unavailable when the process, the member or the application has as many as it may
   */
  take(place: Place): () => void {
    const count = (isCounted: (place: Place) => boolean): number => [...this.places].filter(isCounted).length;
    if (
      this.places.size >= MAX_STREAMS ||
      count(({ memberId }) => memberId === place.memberId) >= MAX_OF_MEMBER ||
      count(({ appId }) => appId === place.appId) >= MAX_OF_APPLICATION
    ) {
      throw new AppError('unavailable', 'Too many streams are open here', { retryAfterSeconds: RETRY_AFTER_S });
    }
    const copy = { ...place };
    this.places.add(copy);
    return () => this.places.delete(copy);
  }
}
