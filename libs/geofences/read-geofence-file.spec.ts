import { describe, expect, it } from 'vitest';
import { MAX_ENTRIES, readGeofenceFile } from './read-geofence-file.js';

const feature = (properties: object, coordinates: unknown = [28.97, 41.02], type = 'Point') => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
});
const collection = (...features: object[]): string => JSON.stringify({ type: 'FeatureCollection', features });
const titlesOf = (text: string): string[] => readGeofenceFile(text).geofences.map(({ geofence }) => geofence.title);

describe('readGeofenceFile', () => {
  it('readGeofenceFile reads CSV with columns in any order, under several names, and with groups', () => {
    const text =
      'Name,lat,lng,radius,unit,groups\nGalata,41.0256,28.9742,500,meters,bars|istanbul\n"Moda, Kadıköy",40.98,29.02,1,,\n';
    expect(readGeofenceFile(text)).toEqual({
      geofences: [
        {
          line: 2,
          radiusKm: 0.5,
          geofence: {
            title: 'Galata',
            latitude: 41.0256,
            longitude: 28.9742,
            radius: 500,
            unit: 'Meters',
            groups: ['bars', 'istanbul'],
          },
        },
        {
          line: 3,
          radiusKm: 1,
          geofence: {
            title: 'Moda, Kadıköy',
            latitude: 40.98,
            longitude: 29.02,
            radius: 1,
            unit: 'KM',
            groups: [],
          },
        },
      ],
      refused: [],
    });
  });

  it('readGeofenceFile reads CSV with semicolons, decimal commas and a byte order mark', () => {
    const { geofences, refused } = readGeofenceFile(
      '\uFEFFtitle;latitude;longitude;radius\r\nGalata;41,0256;28,9742;0,5\r\n',
    );
    expect(refused).toEqual([]);
    expect(geofences[0]?.geofence).toMatchObject({ latitude: 41.0256, longitude: 28.9742, radius: 0.5 });
  });

  it.each([
    ['a line that names the separator', 'sep=;\r\ntitle;latitude;longitude;radius\r\n"Moda";41;29;1\r\n', 3, 'Moda'],
    ['CR alone', 'title,latitude,longitude,radius\rModa,41,29,1\r', 2, 'Moda'],
    ['commas in its names', '"title";"latitude";"longitude";"radius";"Note, a, b, c, d"\nModa;41;29;1;\n', 2, 'Moda'],
    ['a single quote in quotes', 'title,latitude,longitude,radius\n"Moda "Old" Town",41,29,1\n', 2, 'Moda "Old" Town'],
    ['a name of two lines', '"title",latitude,longitude,radius,"note\n(ours)"\nModa,41,29,1,\n', 3, 'Moda'],
    ['rows of empty cells', 'title,latitude,longitude,radius\n,,,\nModa,41,29,1\n,,,\n', 3, 'Moda'],
  ])('readGeofenceFile reads CSV of a spreadsheet with %s', (_, text, line, title) => {
    const { geofences, refused } = readGeofenceFile(text);
    expect(refused).toEqual([]);
    expect(geofences.map((entry) => [entry.line, entry.geofence.title])).toEqual([[line, title]]);
  });

  it('readGeofenceFile reports the line and column of each refusal with a reason, and accepts the other lines', () => {
    const { geofences, refused } = readGeofenceFile(
      [
        'title,latitude,longitude,radius,unit',
        'a,91,29,1,',
        ',41,29,1,',
        'b,41,29,0,',
        'c,41,29,1,Leagues',
        'd,41,29,1,',
        'd,42,29,1,',
        'e,41',
        '',
      ].join('\n'),
    );
    expect(geofences.map(({ line, geofence: { title } }) => [line, title])).toEqual([[6, 'd']]);
    expect(refused.map(({ line, column }) => [line, column])).toEqual([
      [2, 'latitude'],
      [3, 'title'],
      [4, 'radius'],
      [5, 'unit'],
      [7, 'title'],
      [8, 'longitude'],
    ]);
    expect(refused[4]?.text).toBe('d stands in line 6 too');
  });

  it('readGeofenceFile reads GeoJSON points and refuses other shapes by their number', () => {
    const text = collection(
      feature({ title: 'Galata', radius: 500, unit: 'Meters', groups: ['bars'] }),
      feature({ name: 'Moda', radius: 1, groups: 'parks' }, [29.02, 40.98]),
      feature({ title: 'Area', radius: 1 }, [[[0, 0]]], 'Polygon'),
      feature({ title: 'Nowhere', radius: 1 }, ['29', null]),
      { type: 'Feature' },
    );
    expect(titlesOf(text)).toEqual(['Galata', 'Moda']);
    expect(readGeofenceFile(text).refused.map(({ line, column }) => [line, column])).toEqual([
      [3, 'geometry'],
      [4, 'latitude'],
      [5, 'geometry'],
    ]);
  });

  it.each([
    ['title,latitude\na,1\n', 'it lacks longitude, radius'],
    ['', 'it lacks title'],
    ['title,latitude,longitude,radius\n"a,1,2,3\n', 'should be CSV'],
    ['{"type":', 'should be whole GeoJSON'],
    ['{"type":"Point"}', 'should be a FeatureCollection'],
    [`title,latitude,longitude,radius\n${'a,1,1,1\n'.repeat(MAX_ENTRIES + 1)}`, 'should have at most 5000 geofences'],
  ])('readGeofenceFile refuses a whole file: %.40s', (text, message) => {
    expect(() => readGeofenceFile(text)).toThrow(message);
  });
});
