import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';

type Schemas = components['schemas'];
export type Geofence = Schemas['ListedGeofenceDto'];
export type GeofenceForm = Schemas['GeofenceDto'];
export type GeofenceList = Schemas['GeofenceListDto'];
export type GeofenceGroup = Schemas['GeofenceGroupDto'];
export type GeofenceImport = Schemas['GeofenceImportDto'];
export type RefusedGeofence = Schemas['RefusedGeofenceDto'];
export type NearbyCircle = Schemas['NearbyCircleDto'];
export type DeviceDensity = Schemas['DeviceDensityDto'];

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'geofences', ...rest].map(encodeURIComponent)].join('/');

/** Covers every query of geofences: a change reloads them. */
export const geofenceKey = (app: string) => [app, 'geofences'] as const;

interface GeofenceFilter {
  find?: string | undefined;
  group?: string | undefined;
  after?: string | undefined;
}

export const geofences = (app: string, filter: GeofenceFilter) =>
  queryOptions({
    queryKey: [...geofenceKey(app), 'list', filter],
    queryFn: ({ signal }) => read<GeofenceList>(pathOf(app), { ...filter }, signal),
    placeholderData: keepPreviousData,
  });

export const geofence = (app: string, id: string) =>
  queryOptions({
    queryKey: [...geofenceKey(app), 'one', id],
    queryFn: ({ signal }) => read<Geofence>(pathOf(app, id), {}, signal),
  });

/** @param reach  kilometres */
export interface Around {
  latitude: number;
  longitude: number;
  reach: number;
}

/** Circles of other geofences. */
export const nearbyCircles = (app: string, around: Around) =>
  queryOptions({
    queryKey: [...geofenceKey(app), 'near', around],
    queryFn: async ({ signal }) =>
      (await read<{ items: NearbyCircle[] }>(pathOf(app, 'near'), { ...around }, signal)).items,
    placeholderData: keepPreviousData,
  });

/** Counts devices by their last place; an outdated question is aborted. */
export const deviceDensity = (app: string, around: Around) =>
  queryOptions({
    queryKey: [...geofenceKey(app), 'devices', around],
    queryFn: ({ signal }) => read<DeviceDensity>(pathOf(app, 'devices'), { ...around }, signal),
    retry: false,
  });

/** @param id  undefined: a new one @returns its id */
export async function saveGeofence(app: string, id: string | undefined, form: GeofenceForm): Promise<string> {
  if (id !== undefined) {
    await write(pathOf(app, id), form);
    return id;
  }
  return String((await write<{ id: number }>(pathOf(app), form)).id);
}

export function removeGeofence(app: string, id: string): Promise<void> {
  return write(pathOf(app, id, 'delete'), {});
}

/** @param newName  undefined: the group goes, its geofences stay */
export function changeGroup(app: string, name: string, newName?: string): Promise<{ changed: number }> {
  return write(pathOf(app, 'groups'), { name, ...(newName !== undefined && { newName }) });
}

/** @param run  false: previews the additions */
export function importGeofences(app: string, text: string, run: boolean): Promise<GeofenceImport> {
  return write(pathOf(app, 'import'), { text, run });
}
