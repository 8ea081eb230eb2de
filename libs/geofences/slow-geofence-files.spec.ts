import { expect, it } from 'vitest';
import { slowTexts } from '../../test/support/rooms/hostile-texts.js';
import { readGeofenceFile } from './read-geofence-file.js';

function tryFile(text: string): unknown {
  try {
    return readGeofenceFile(text);
  } catch (error) {
    return error;
  }
}

it.each([
  ['without a head', ''],
  ['with a head', 'title,latitude,longitude,radius\n'],
])('A hostile file of geofences %s is read in time proportional to its length', async (_, head) =>
  expect(await slowTexts((text) => tryFile(head + text))).toEqual([]),
);
