import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { OutboxRepository } from '#platform/outbox';
import { roundDegrees } from '../model/device-values.js';
import { InstallationRepository } from '../store/installation.repository.js';
import { LocationRepository, type Location } from './location.repository.js';

/** The last location of each installation. */
@Injectable()
export class LocationService {
  constructor(
    private readonly db: Database,
    private readonly installations: InstallationRepository,
    private readonly locations: LocationRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Stores the location of an installation.
   *
   * @param tx  the caller's open transaction, if any
   * @param location  latitude -90 to 90, longitude -180 to 180
   * @throws AppError malformed, unknown_subject
   */
  async setLocation(tx: Tx | undefined, appId: number, instId: number, location: Location): Promise<void> {
    const rounded = {
      latitude: readDegrees('latitude', location.latitude, 90),
      longitude: readDegrees('longitude', location.longitude, 180),
    };
    await (tx
      ? this.write(tx, appId, instId, rounded)
      : this.db.tx((newTx) => this.write(newTx, appId, instId, rounded)));
  }

  private async write(tx: Tx, appId: number, instId: number, location: Location): Promise<void> {
    const installation = await this.installations.lock(tx, appId, instId);
    if (!installation) {
      throw new AppError('unknown_subject', 'No such installation');
    }
    const isMoved = await this.locations.upsert(tx, appId, installation.uid, instId, location);
    await this.outbox.add(tx, { appId, kind: 'installation', uids: isMoved ? [installation.uid] : [], keys: [] });
  }
}

function readDegrees(field: keyof Location, value: number, limit: number): number {
  if (!(Math.abs(value) <= limit)) {
    throw malformed(`Field '${field}' should be a number from ${-limit} to ${limit}`);
  }
  return roundDegrees(value);
}
