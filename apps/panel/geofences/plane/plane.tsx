import type { DeviceDensity, NearbyCircle } from '../../api/setup/geofences.js';
import css from './plane.module.css';
import { ringStep, toPlane, type Place, type Spot } from './projection.js';

/** Units of the drawing from its middle to its rim. */
const HALF = 200;
/** A stronger colour means more devices; the last is for the fullest cell. */
const STEPS = 5;

interface PlaneProps {
  centre: Place;
  radiusKm: number;
  /** Kilometres from the centre to the rim. */
  reachKm: number;
  others: readonly NearbyCircle[];
  density: DeviceDensity | undefined;
  /** The text that screen readers read in place of the drawing. */
  label: string;
  /** In short, at the arrow. */
  north: string;
  writeDistance: (km: number) => string;
}

/** The ground around a geofence: rings of distance, other geofences, and where devices were last. */
export function Plane({ centre, radiusKm, reachKm, others, density, label, north, writeDistance }: PlaneProps) {
  const scale = HALF / reachKm;
  const at = (place: Place): { x: number; y: number } => onPaper(toPlane(centre, place), scale);
  const step = ringStep(reachKm);
  const rings = Array.from({ length: Math.floor(reachKm / step) }, (_, n) => (n + 1) * step);
  const most = density?.cells[0]?.devices ?? 1;
  return (
    <svg className={css['plane']} viewBox={`${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`} role="img" aria-label={label}>
      {density?.cells.map((cell) => (
        <polygon
          key={`${cell.latitude} ${cell.longitude}`}
          className={css['cell']}
          points={cornersOf(cell, density.size)
            .map((corner) => {
              const { x, y } = at(corner);
              return `${x.toFixed(1)},${y.toFixed(1)}`;
            })
            .join(' ')}
          fillOpacity={0.15 + 0.6 * (Math.ceil((cell.devices / most) * STEPS) / STEPS)}
        />
      ))}
      {rings.map((km) => (
        <circle key={km} className={css['ring']} r={km * scale} />
      ))}
      <line className={css['ring']} x1={-HALF} x2={HALF} y1={0} y2={0} />
      <line className={css['ring']} x1={0} x2={0} y1={-HALF} y2={HALF} />
      {others.map((other, index) => {
        const { x, y } = at(other);
        return (
          <g key={other.id}>
            <circle className={css['other']} cx={x} cy={y} r={Math.max(2, (other.radius / 1000) * scale)} />
            <text className={css['name']} x={x} y={y + 4} textAnchor="middle">
              {index + 1}
            </text>
          </g>
        );
      })}
      <circle className={css['fence']} r={radiusKm * scale} />
      <circle className={css['centre']} r={3} />
      {rings.map((km) => (
        <text key={km} className={css['label']} x={km * scale - 4} y={-4} textAnchor="end">
          {writeDistance(km)}
        </text>
      ))}
      <path className={css['north']} d={`M0 ${-HALF + 4}l5 12h-10z`} />
      <text className={css['label']} x={10} y={-HALF + 15}>
        {north}
      </text>
    </svg>
  );
}

/** North is up; y of a drawing grows downwards. */
function onPaper({ east, north }: Spot, scale: number): { x: number; y: number } {
  return { x: east * scale, y: -north * scale };
}

function cornersOf({ latitude, longitude }: Place, size: Place): Place[] {
  const [top, right] = [latitude + size.latitude, longitude + size.longitude];
  return [
    { latitude, longitude },
    { latitude: top, longitude },
    { latitude: top, longitude: right },
    { latitude, longitude: right },
  ];
}
