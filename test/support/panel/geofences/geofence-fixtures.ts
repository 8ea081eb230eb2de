import type { PanelSite } from '../panel-site.js';

const GALATA = {
  id: 7,
  title: 'Galata',
  latitude: 41.0256,
  longitude: 28.9742,
  radius: 500,
  unit: 'Meters',
  groups: ['istanbul', 'towers'],
};
const GEOFENCES = [
  GALATA,
  { ...GALATA, id: 8, title: 'Karaköy pier', latitude: 41.0221, longitude: 28.9762, radius: 0.2, unit: 'KM' },
  {
    ...GALATA,
    id: 9,
    title: 'A-geofence-with-a-very-long-title-without-a-break-in-it',
    latitude: -33.8568,
    longitude: 151.2153,
    groups: [],
  },
];
const GROUPS = [
  { name: 'istanbul', geofences: 2 },
  { name: 'towers', geofences: 1 },
];
const NEAR = [
  { id: 7, title: 'Galata', latitude: 41.0256, longitude: 28.9742, radius: 500 },
  { id: 8, title: 'Karaköy pier', latitude: 41.0221, longitude: 28.9762, radius: 200 },
  { id: 10, title: 'Şişhane', latitude: 41.0289, longitude: 28.9695, radius: 150 },
];
const SIZE = { latitude: 180 / 2 ** 18, longitude: 180 / 2 ** 18 };
const CELLS = [
  [0, 0, 412],
  [1, 0, 230],
  [0, 1, 118],
  [-3, 2, 64],
  [4, -5, 21],
  [-7, -2, 5],
].map(([row = 0, col = 0, devices = 0]) => ({
  latitude: Math.floor(GALATA.latitude / SIZE.latitude + row) * SIZE.latitude,
  longitude: Math.floor(GALATA.longitude / SIZE.longitude + col) * SIZE.longitude,
  devices,
}));

/** Geofences of the shop, one of them with what is around it. */
export function answerGeofences(site: PanelSite): PanelSite {
  return site
    .on('GET /apps/shop/geofences', { body: { items: GEOFENCES, groups: GROUPS, next: null, mayEdit: true } })
    .on('GET /apps/shop/geofences/7', { body: GALATA })
    .on('GET /apps/shop/geofences/near', { body: { items: NEAR } })
    .on('GET /apps/shop/geofences/devices', { body: { size: SIZE, cells: CELLS, least: 5 } });
}
