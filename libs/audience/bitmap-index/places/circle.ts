import { EARTH_RADIUS_KM, type GeoPoint } from '#libs/geofences';
import { distanceKm } from '../../targets/distance.js';
import { PER_DEGREE } from './place-terms.js';

/** A place is this far from its point on the grid at most (8 mm), with rounding errors of two distances. */
const MARGIN_KM = 0.00001;
/** Margin for distances to the other side of the earth, where such an error is 0.13 m. */
const FAR_MARGIN_KM = 0.0003;
/** Above, the half-widths of neighbouring latitudes do not bound those between them: a quarter of the earth. */
const MAX_ROWS_KM = 9000;
const MAX_ROWS = 2048;
/** The last latitude of the grid. */
export const NORTH_POLE = 180 * PER_DEGREE;
export const AROUND = 360 * PER_DEGREE;
const NONE = -1;

/**
 * A circle on the grid, in rows of latitudes. Of each row: up to `inner` from the longitude of the centre everything is
 * within, beyond `outer` nothing is. What lies between needs its distance.
 */
export class Circle {
  /** The first and the last latitude of the rows, on the grid. */
  readonly south: number;
  readonly north: number;
  /** Latitudes of a row. */
  readonly step: number;
  readonly inner: Float64Array;
  readonly outer: Float64Array;
  /** The longitude of the centre, between two lines of the grid. */
  readonly centre: number;
  /** Places this near to the line are undecided; kilometres. */
  private readonly margin: number;
  /** Nothing is within beyond this many lines from it. */
  readonly widest: number;

  constructor(
    private readonly place: GeoPoint,
    private readonly radiusKm: number,
  ) {
    this.margin = radiusKm <= MAX_ROWS_KM ? MARGIN_KM : FAR_MARGIN_KM;
    const reach = toDegrees((radiusKm + this.margin) / EARTH_RADIUS_KM) * PER_DEGREE + 1;
    const middle = (place.latitude + 90) * PER_DEGREE;
    this.centre = (place.longitude + 180) * PER_DEGREE;
    this.south = Math.max(0, Math.floor(middle - reach));
    this.north = Math.min(NORTH_POLE, Math.ceil(middle + reach));
    this.step = Math.ceil((this.north - this.south + 1) / MAX_ROWS);
    const rows = Math.ceil((this.north - this.south + 1) / this.step);
    this.inner = new Float64Array(rows).fill(NONE);
    this.outer = new Float64Array(rows).fill(AROUND / 2);
    if (radiusKm <= MAX_ROWS_KM) {
      this.fillRows();
    }
    this.widest = this.outer.reduce((widest, width) => Math.max(widest, width), 0);
  }

  /** Tests if a place at this point of the grid is within; undefined: the point does not tell. */
  contains(row: number, column: number): boolean | undefined {
    const km = distanceKm(this.place, { latitude: row / PER_DEGREE - 90, longitude: column / PER_DEGREE - 180 });
    return km + this.margin <= this.radiusKm ? true : km - this.margin > this.radiusKm ? false : undefined;
  }

  /**
   * Half-widths of the circle over some latitudes, both ends included.
   *
   * @returns `inner`: up to it everything is within, below 0: nothing is for certain; `outer`: beyond it nothing is
   */
  widthsOf(first: number, last: number): { inner: number; outer: number } {
    let [inner, outer] = [first < this.south || last > this.north ? NONE : AROUND / 2, NONE];
    const rowOf = (latitude: number): number => Math.floor((latitude - this.south) / this.step);
    const [from, to] = [rowOf(Math.max(first, this.south)), rowOf(Math.min(last, this.north))];
    for (let row = from; row <= to; row++) {
      inner = Math.min(inner, this.inner[row] ?? NONE);
      outer = Math.max(outer, this.outer[row] ?? NONE);
    }
    return { inner, outer };
  }

  /** The width grows towards the latitude where a meridian touches the circle, and shrinks beyond, or grows to the pole. */
  private fillRows(): void {
    const touched = this.touchedLatitude();
    for (let row = 0; row < this.inner.length; row++) {
      const [first, last] = [this.south + row * this.step, this.south + (row + 1) * this.step - 1];
      const [from, to] = [first / PER_DEGREE - 90, Math.min(90, last / PER_DEGREE - 90)];
      this.inner[row] = Math.min(...[from, to].map((latitude) => this.halfWidth(latitude, -this.margin)));
      const widest = touched > from && touched < to ? [from, to, touched] : [from, to];
      this.outer[row] = Math.max(...widest.map((latitude) => this.halfWidth(latitude, this.margin)));
    }
  }

  /** NaN: the circle has a pole. */
  private touchedLatitude(): number {
    const reach = (this.radiusKm + this.margin) / EARTH_RADIUS_KM;
    return toDegrees(Math.asin(Math.sin(toRadians(this.place.latitude)) / Math.cos(reach)));
  }

  /**
   * Computes half the width of a circle with a slightly different radius, at a latitude: from the haversine formula, in
   * lines of the grid.
   */
  private halfWidth(latitude: number, moreKm: number): number {
    const [centre, at] = [toRadians(this.place.latitude), toRadians(latitude)];
    const radius = this.radiusKm + moreKm;
    const left = radius < 0 ? -1 : Math.sin(radius / EARTH_RADIUS_KM / 2) ** 2 - Math.sin((at - centre) / 2) ** 2;
    const across = Math.cos(centre) * Math.cos(at);
    if (left < 0) {
      return NONE;
    }
    return left >= across ? AROUND / 2 : toDegrees(2 * Math.asin(Math.sqrt(left / across))) * PER_DEGREE;
  }
}

function toDegrees(angle: number): number {
  return (angle * 180) / Math.PI;
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
