import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type SectionContent,
} from '#libs/tenancy';
import { roundDegrees } from '#libs/users/devices';
import type { Statements, Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import { toRadiusKm } from './great-circle.js';
import { GeofenceRepository } from './geofence.repository.js';
import { UNITS, type ListedGeofence, type StoredGeofence } from './geofence.types.js';
import { GEOFENCE_FIELDS, GEOFENCES_REFERENCE, MAX_TITLE } from './geofences-reference.js';

interface GeofenceEntry {
  geofence: StoredGeofence;
  radiusKm: number;
}

/** The section `geofences` of an application file. The title identifies a geofence. */
@Injectable()
export class GeofencesSection implements ApplySection {
  readonly section = 'geofences';
  readonly reference = GEOFENCES_REFERENCE;

  constructor(private readonly geofences: GeofenceRepository) {}

  async apply(tx: Tx, app: Application, value: unknown, { prune }: ApplyContext): Promise<Difference[]> {
    const entries = readGeofences(value);
    const present = new Map((await this.geofences.list(app.id, tx)).map((row) => [row.title, row]));
    const differences: Difference[] = [];
    for (const entry of entries.values()) {
      differences.push(...(await this.applyGeofence(tx, app.id, entry, present.get(entry.geofence.title))));
    }
    for (const row of prune ? present.values() : []) {
      if (!entries.has(row.title)) {
        await this.geofences.remove(app.id, row.id, tx);
        differences.push({ change: 'remove', subject: `geofences: ${row.title}` });
      }
    }
    return differences;
  }

  async read(on: Statements, { id: appId }: Application): Promise<SectionContent | undefined> {
    const rows = await this.geofences.list(appId, on);
    return rows.length === 0
      ? undefined
      : {
          value: rows.map(({ id: _id, groups, ...geofence }) => ({
            ...geofence,
            ...(groups.length > 0 && { groups }),
          })),
          withheld: [],
        };
  }

  private async applyGeofence(
    tx: Tx,
    appId: number,
    { geofence, radiusKm }: GeofenceEntry,
    row: ListedGeofence | undefined,
  ): Promise<Difference[]> {
    const subject = `geofences: ${geofence.title}`;
    if (!row) {
      await this.geofences.insert(appId, geofence, radiusKm, tx);
      return [{ change: 'add', subject }];
    }
    if (isDeepStrictEqual(row, { ...geofence, id: row.id })) {
      return [];
    }
    await this.geofences.update(tx, appId, row.id, geofence, radiusKm);
    return [{ change: 'change', subject }];
  }
}

function readGeofences(value: unknown): Map<string, GeofenceEntry> {
  const entries = new Map<string, GeofenceEntry>();
  for (const form of Form.readList(value, 'geofences', namesOf(GEOFENCE_FIELDS))) {
    const entry = readGeofence(form);
    if (entries.has(entry.geofence.title)) {
      throw malformed(`${joinPath(form.path, 'title')}: ${entry.geofence.title} is listed twice`);
    }
    entries.set(entry.geofence.title, entry);
  }
  return entries;
}

function readGeofence(form: Form): GeofenceEntry {
  const title = form.text('title');
  if (title.length > MAX_TITLE) {
    throw malformed(`${joinPath(form.path, 'title')} should have at most ${MAX_TITLE} characters`);
  }
  const latitude = roundDegrees(readNumber(form, 'latitude', 90));
  const longitude = roundDegrees(readNumber(form, 'longitude', 180));
  const radius = readNumber(form, 'radius', Infinity);
  const unit = form.has('unit') ? form.oneOf('unit', UNITS) : 'KM';
  const groups = [...new Set(form.texts('groups') ?? [])];
  return {
    geofence: { title, latitude, longitude, radius, unit, groups },
    radiusKm: toRadiusKm(radius, unit, joinPath(form.path, 'radius')),
  };
}

/** Reads a number between -limit and limit. */
function readNumber(form: Form, name: string, limit: number): number {
  const value = form.value(name);
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > limit) {
    const range = limit === Infinity ? '' : ` from ${-limit} to ${limit}`;
    throw malformed(`${joinPath(form.path, name)} should be a number${range}`);
  }
  return value;
}
