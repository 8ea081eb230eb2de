import type { Place } from './plane/projection.js';

const NUMBER = String.raw`-?\d{1,3}(?:\.\d+)?`;
/** `41.0256, 28.9742`, as maps copy it. */
const PAIR = new RegExp(String.raw`^\s*(${NUMBER})\s*[,;\s]\s*(${NUMBER})\s*$`);
/** `41°01'32.2"N 28°58'27.1"E`, as Google Maps writes it. */
const SEXAGESIMAL =
  /^\s*(\d{1,2})°\s*(\d{1,2})['′]\s*([\d.]+)["″]\s*([NS])[\s,]+(\d{1,3})°\s*(\d{1,2})['′]\s*([\d.]+)["″]\s*([EW])\s*$/i;
/** Parameters with a pair: Apple (`ll`, `coordinate`), Google (`q`, `query`, `ll`, `center`). */
const PAIRS = ['coordinate', 'q', 'query', 'll', 'center', 'sll'] as const;
/** Google: the place itself, which may lie beside the middle of the view. */
const GOOGLE_PLACE = new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`);
const GOOGLE_VIEW = new RegExp(`/@(${NUMBER}),(${NUMBER})`);
/** OpenStreetMap: `#map=15/41.0256/28.9742`. */
const OSM_VIEW = new RegExp(String.raw`#map=\d+(?:\.\d+)?/(${NUMBER})/(${NUMBER})`);
/** RFC 5870: `geo:41.0256,28.9742;u=35`, a height may follow. */
const GEO = new RegExp(`^geo:(${NUMBER}),(${NUMBER})`, 'i');

/**
 * Reads a place out of coordinates or a link of OpenStreetMap, Google Maps, Apple Maps or `geo:`. Nothing is asked for: a
 * short link, which has no coordinates in it, is none.
 */
export function readPlace(text: string): Place | undefined {
  const trimmed = text.trim();
  const found = PAIR.exec(trimmed) ?? GEO.exec(trimmed);
  return found ? toPlace(found[1], found[2]) : (readSexagesimal(trimmed) ?? readLink(trimmed));
}

function readLink(text: string): Place | undefined {
  if (!URL.canParse(text)) {
    return undefined;
  }
  const { searchParams } = new URL(text);
  const marked = toPlace(searchParams.get('mlat') ?? undefined, searchParams.get('mlon') ?? undefined);
  const asked = PAIRS.map((name) => PAIR.exec((searchParams.get(name) ?? '').replace(/^loc:/, ''))).find(Boolean);
  const place = GOOGLE_PLACE.exec(text);
  const view = GOOGLE_VIEW.exec(text) ?? OSM_VIEW.exec(text);
  return (
    marked ??
    (place && toPlace(place[1], place[2])) ??
    (asked && toPlace(asked[1], asked[2])) ??
    (view && toPlace(view[1], view[2])) ??
    undefined
  );
}

function readSexagesimal(text: string): Place | undefined {
  const found = SEXAGESIMAL.exec(text);
  if (!found) {
    return undefined;
  }
  const degrees = (at: number, negative: string): number =>
    (Number(found[at]) + Number(found[at + 1]) / 60 + Number(found[at + 2]) / 3600) *
    (found[at + 3]?.toUpperCase() === negative ? -1 : 1);
  return within(degrees(1, 'S'), degrees(5, 'W'));
}

function toPlace(latitude: string | undefined, longitude: string | undefined): Place | undefined {
  return latitude === undefined || longitude === undefined ? undefined : within(Number(latitude), Number(longitude));
}

function within(latitude: number, longitude: number): Place | undefined {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}
