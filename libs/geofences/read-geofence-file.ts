import { isJsonObject, parseJson } from '#platform/collections';
import { OpenQuoteError, readCsvText, type CsvRecord } from '#platform/csv';
import { malformed } from '#platform/errors';
import type { RefusedGeofence, StoredGeofence } from './geofence.types.js';
import { EntryFault, readEntry, type EntryValues } from './geofence-form.js';

/** Entries of one file. */
export const MAX_ENTRIES = 5000;

/** An entry that can be stored, and where it stands in its file; see `RefusedGeofence`. */
export interface ReadGeofence {
  line: number;
  geofence: StoredGeofence;
  radiusKm: number;
}

export interface GeofenceFile {
  geofences: ReadGeofence[];
  refused: RefusedGeofence[];
}

const COLUMNS = ['title', 'latitude', 'longitude', 'radius', 'unit', 'groups'] as const;
type Column = (typeof COLUMNS)[number];
const NEEDED: readonly Column[] = ['title', 'latitude', 'longitude', 'radius'];
/** The names that maps and other products use for the same. */
const OTHER_NAMES: Readonly<Record<string, Column>> = {
  name: 'title',
  lat: 'latitude',
  lon: 'longitude',
  lng: 'longitude',
  long: 'longitude',
  group: 'groups',
};

/**
 * Reads a file of geofences: GeoJSON (RFC 7946), a FeatureCollection of points with `title` and `radius` among their
 * properties, or CSV (RFC 4180) with the columns title, latitude, longitude, radius, and perhaps unit and groups, which
 * have `|` or `;` between them.
 *
 * @throws AppError malformed for a text that is neither, or has too many entries
 */
export function readGeofenceFile(text: string): GeofenceFile {
  const entries = /^\uFEFF?\s*\{/.test(text) ? listFeatures(text) : listRows(text);
  if (entries.length > MAX_ENTRIES) {
    throw malformed(`Field 'text' should have at most ${MAX_ENTRIES} geofences`);
  }
  const file: GeofenceFile = { geofences: [], refused: [] };
  const lines = new Map<string, number>();
  for (const { line, read } of entries) {
    try {
      const { geofence, radiusKm } = readEntry(read());
      const earlier = lines.get(geofence.title);
      if (earlier !== undefined) {
        throw new EntryFault('title', `${geofence.title} stands in line ${earlier} too`);
      }
      lines.set(geofence.title, line);
      file.geofences.push({ line, geofence, radiusKm });
    } catch (error) {
      if (!(error instanceof EntryFault)) {
        throw error;
      }
      file.refused.push({ line, column: error.column, text: error.message });
    }
  }
  return file;
}

interface Entry {
  line: number;
  read: () => EntryValues;
}

function listRows(text: string): Entry[] {
  const [header, ...rows] = parseCsv(text);
  const places = new Map<Column, number>();
  for (const [at, name] of (header?.cells ?? []).entries()) {
    const column = columnOf(name);
    if (column) {
      places.set(column, at);
    }
  }
  const missing = NEEDED.filter((column) => !places.has(column));
  if (missing.length > 0) {
    throw malformed(
      `Field 'text' should be GeoJSON, or CSV whose first line has ${NEEDED.join(', ')}; it lacks ${missing.join(', ')}`,
    );
  }
  return rows.map(({ line, cells = [] }) => ({
    line,
    read: () => {
      const valueOf = (column: Column): string | undefined => cells[places.get(column) ?? -1];
      return {
        title: valueOf('title'),
        latitude: valueOf('latitude'),
        longitude: valueOf('longitude'),
        radius: valueOf('radius'),
        unit: valueOf('unit'),
        groups: (valueOf('groups') ?? '').split(/[|;]/).filter((group) => group.trim() !== ''),
      };
    },
  }));
}

function columnOf(name: string): Column | undefined {
  const wanted = name.trim().toLowerCase();
  return COLUMNS.find((column) => column === wanted) ?? OTHER_NAMES[wanted];
}

function parseCsv(text: string): CsvRecord[] {
  try {
    return readCsvText(text);
  } catch (error) {
    throw error instanceof OpenQuoteError ? malformed(`Field 'text' should be CSV: ${error.message}`) : error;
  }
}

function listFeatures(text: string): Entry[] {
  const document = parseJson(text.replace(/^\uFEFF/, ''));
  if (document === undefined) {
    throw malformed("Field 'text' should be whole GeoJSON");
  }
  const features = isJsonObject(document) ? document['features'] : undefined;
  if (!isJsonObject(document) || document['type'] !== 'FeatureCollection' || !Array.isArray(features)) {
    throw malformed("Field 'text' should be a FeatureCollection of GeoJSON");
  }
  return features.map((feature: unknown, index) => ({ line: index + 1, read: () => readFeature(feature) }));
}

function readFeature(feature: unknown): EntryValues {
  const geometry = isJsonObject(feature) && isJsonObject(feature['geometry']) ? feature['geometry'] : {};
  const coordinates = geometry['coordinates'];
  if (geometry['type'] !== 'Point' || !Array.isArray(coordinates)) {
    throw new EntryFault('geometry', 'geometry should be a Point: a geofence is a circle');
  }
  const given = isJsonObject(feature) && isJsonObject(feature['properties']) ? feature['properties'] : {};
  const values = new Map(Object.entries(given).map(([name, value]) => [columnOf(name), value]));
  const groups = values.get('groups') ?? [];
  const [longitude, latitude]: unknown[] = coordinates;
  return {
    title: values.get('title'),
    latitude,
    longitude,
    radius: values.get('radius'),
    unit: values.get('unit'),
    groups: Array.isArray(groups) ? groups : [groups],
  };
}
