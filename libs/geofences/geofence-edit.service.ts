import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Origin } from '#libs/audit';
import { SetupService, type Application, type Difference } from '#libs/tenancy';
import { roundDegrees } from '#libs/users/devices';
import { Database, isUniqueViolation } from '#platform/db';
import { AppError } from '#platform/errors';
import { GeofenceRepository } from './geofence.repository.js';
import type {
  GeofenceGroup,
  GeofenceImport,
  GeofencePageFilter,
  ListedGeofence,
  NewGeofence,
  StoredGeofence,
} from './geofence.types.js';
import { toRadiusKm } from './great-circle.js';
import { readGeofenceFile, type ReadGeofence } from './read-geofence-file.js';

const SECTION = 'geofences';
/** Groups that are listed. */
const MAX_GROUPS = 1000;

type EditedApplication = Pick<Application, 'id' | 'name'>;

/**
 * Geofences as members read and change them. Each change is one of the section `geofences` of the application file, with
 * its entry in the audit log.
 */
@Injectable()
export class GeofenceEditService {
  constructor(
    private readonly db: Database,
    private readonly geofences: GeofenceRepository,
    private readonly setup: SetupService,
  ) {}

  /** @returns a page by title, and one more where others follow */
  async listPage(appId: number, filter: GeofencePageFilter): Promise<ListedGeofence[]> {
    return this.geofences.listPage(appId, { ...filter, limit: filter.limit + 1 });
  }

  async listGroups(appId: number): Promise<GeofenceGroup[]> {
    return this.geofences.listGroups(appId, MAX_GROUPS);
  }

  /** @throws AppError unknown_id */
  async getGeofence(appId: number, id: number): Promise<ListedGeofence> {
    return existing(await this.geofences.find(this.db, appId, id));
  }

  /** @throws AppError malformed for a radius out of range, geofence_title_taken, section_locked */
  async add(origin: Origin, app: EditedApplication, given: NewGeofence): Promise<number> {
    const { geofence, radiusKm } = toStored(given);
    let id: number | undefined;
    await this.setup.edit(origin, app, SECTION, async (tx) => {
      id = refuseTaken(await this.geofences.insert(app.id, geofence, radiusKm, tx));
      return [difference('add', geofence.title)];
    });
    return refuseTaken(id);
  }

  /** @throws AppError unknown_id, and as `add` */
  async save(origin: Origin, app: EditedApplication, id: number, given: NewGeofence): Promise<void> {
    const { geofence, radiusKm } = toStored(given);
    await this.setup.edit(origin, app, SECTION, async (tx) => {
      const before = existing(await this.geofences.find(tx, app.id, id));
      if (isDeepStrictEqual(before, { ...geofence, id })) {
        return [];
      }
      refuseTaken((await this.replace(tx, app.id, id, geofence, radiusKm)) ? id : undefined);
      return before.title === geofence.title
        ? [difference('change', geofence.title)]
        : [difference('remove', before.title), difference('add', geofence.title)];
    });
  }

  /** @throws AppError unknown_id, section_locked */
  async remove(origin: Origin, app: EditedApplication, id: number): Promise<void> {
    await this.setup.edit(origin, app, SECTION, async (tx) => {
      const { title } = existing(await this.geofences.find(tx, app.id, id));
      await this.geofences.remove(app.id, id, tx);
      return [difference('remove', title)];
    });
  }

  /**
   * Gives a group another name, or takes it from all its geofences, which stay.
   *
   * @returns how many geofences had it
   * @throws AppError unknown_id, section_locked
   */
  async renameGroup(
    origin: Origin,
    app: EditedApplication,
    name: string,
    newName: string | null,
  ): Promise<{ changed: number }> {
    let changed = 0;
    await this.setup.edit(origin, app, SECTION, async (tx) => {
      const titles = await this.geofences.renameGroup(tx, app.id, name, newName);
      if (titles.length === 0) {
        throw new AppError('unknown_id', `No geofence has the group ${name.slice(0, 40)}`);
      }
      changed = titles.length;
      return titles.toSorted().map((title) => difference('change', title));
    });
    return { changed };
  }

  /**
   * Adds the geofences of a file, but for those that are refused.
   *
   * @param isRun  false: reports what would be added, and changes nothing
   * @throws AppError malformed for what is no file of geofences, section_locked
   */
  async importFile(origin: Origin, app: EditedApplication, text: string, isRun: boolean): Promise<GeofenceImport> {
    const { geofences, refused } = readGeofenceFile(text);
    const titles = geofences.map(({ geofence }) => geofence.title);
    const present = await this.geofences.findTitles(this.db, app.id, titles);
    const isNew = ({ geofence: { title } }: ReadGeofence): boolean => !present.has(title);
    if (isRun) {
      await this.setup.edit(origin, app, SECTION, async (tx) => {
        const added = await this.geofences.insertAll(tx, app.id, geofences.filter(isNew));
        // A title that was added by another request since is refused as well.
        for (const { geofence } of geofences.filter(isNew).filter(({ geofence: { title } }) => !added.has(title))) {
          present.add(geofence.title);
        }
        return [...added].map((title) => difference('add', title));
      });
    }
    const repeated = geofences
      .filter((read) => !isNew(read))
      .map(({ line, geofence: { title } }) => ({
        line,
        column: 'title',
        text: `Another geofence is called ${title}`,
      }));
    return {
      added: geofences.length - repeated.length,
      refused: [...refused, ...repeated].toSorted((a, b) => a.line - b.line),
    };
  }

  /** A server may add the title between the look and the write. */
  private async replace(...change: Parameters<GeofenceRepository['replace']>): Promise<boolean> {
    try {
      return await this.geofences.replace(...change);
    } catch (error) {
      if (isUniqueViolation(error)) {
        return false;
      }
      throw error;
    }
  }
}

function difference(change: Difference['change'], title: string): Difference {
  return { change, subject: `${SECTION}: ${title}` };
}

function toStored(given: NewGeofence): { geofence: StoredGeofence; radiusKm: number } {
  const { title, latitude, longitude, radius, unit, groups = [] } = given;
  const point = { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) };
  return {
    geofence: { title, ...point, radius, unit, groups: [...new Set(groups)] },
    radiusKm: toRadiusKm(radius, unit, 'radius'),
  };
}

function existing(geofence: ListedGeofence | undefined): ListedGeofence {
  if (!geofence) {
    throw new AppError('unknown_id', 'There is no such geofence');
  }
  return geofence;
}

function refuseTaken(id: number | undefined): number {
  if (id === undefined) {
    throw new AppError('geofence_title_taken', "Field 'title' names a geofence that exists already", {
      field: 'title',
    });
  }
  return id;
}
