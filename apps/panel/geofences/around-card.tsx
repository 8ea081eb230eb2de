import { useQuery } from '@tanstack/react-query';
import { audiencePreview } from '../api/audience.js';
import {
  deviceDensity,
  nearbyCircles,
  type Around,
  type DeviceDensity,
  type NearbyCircle,
} from '../api/setup/geofences.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Figure } from '../kit/layout/figure.js';
import { Fold } from '../kit/layout/fold.js';
import { Stack } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Table, type Column } from '../kit/tables/table.js';
import { geofencePath } from '../navigation/geofence-path.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import type { Circle } from './form.js';
import css from './geofences.module.css';
import { Plane } from './plane/plane.js';
import { distanceOf, toPlane, windOf, type Place } from './plane/projection.js';
import { useGeofenceMessages } from './messages.js';

/** The least reach of the drawing; else it is twice the circle. */
const LEAST_REACH_KM = 0.1;
/** Limits beyond which the server counts no devices; the same as its own. */
const MAX_REACH_KM = 500;
const MAX_LATITUDE = 80;
const SHOWN_CELLS = 20;

/** @param circle  JSON of a `Circle`, or of null while there is none */
export function AroundCard({ id, circle: text }: { id: string | undefined; circle: string }) {
  const messages = useGeofenceMessages();
  const circle = JSON.parse(text) as Circle | null;
  return (
    <Card title={messages.around}>
      {circle === null ? (
        <Empty title={messages.noCircle} help={messages.noCircleHelp} />
      ) : (
        <Surroundings id={id} circle={circle} />
      )}
    </Card>
  );
}

function Surroundings({ id, circle }: { id: string | undefined; circle: Circle }) {
  const { f } = useI18n();
  const messages = useGeofenceMessages();
  const { app, may } = useApplication();
  const { latitude, longitude, radiusKm } = circle;
  const around: Around = { latitude, longitude, reach: Math.max(LEAST_REACH_KM, 2 * radiusKm) };
  const isShown = around.reach <= MAX_REACH_KM && Math.abs(latitude) <= MAX_LATITUDE;
  const density = useQuery({ ...deviceDensity(app.key, around), enabled: may('audience.count') && isShown });
  const circles = useQuery(nearbyCircles(app.key, around));
  const others = (circles.data ?? []).filter((other) => String(other.id) !== id);
  return (
    <Stack>
      {may('audience.count') ? <Inside circle={circle} /> : <p className={css['quiet']}>{messages.uncounted}</p>}
      <Plane
        centre={circle}
        radiusKm={radiusKm}
        reachKm={around.reach}
        others={others}
        density={density.data}
        label={messages.drawing(messages.distance(radiusKm, f.rate), others.length)}
        north={messages.north}
        writeDistance={(km) => messages.distance(km, f.rate)}
      />
      {may('audience.count') && (
        <p className={css['quiet']} role="status">
          {isShown ? (density.error?.message ?? legendOf(density.data, messages, f.number)) : messages.tooWide}
        </p>
      )}
      {others.length > 0 && <Others centre={circle} others={others} />}
      {density.data !== undefined && density.data.cells.length > 0 && <Cells centre={circle} density={density.data} />}
    </Stack>
  );
}

function legendOf(
  density: DeviceDensity | undefined,
  messages: ReturnType<typeof useGeofenceMessages>,
  write: (n: number) => string,
): string {
  const [fullest] = density?.cells ?? [];
  if (density === undefined) {
    return messages.counting;
  }
  return fullest
    ? messages.legend(write(density.least), write(fullest.devices))
    : messages.noDevices(write(density.least));
}

/** How many users were last seen inside, by the same engine that counts audiences. */
function Inside({ circle: { latitude, longitude, radiusKm } }: { circle: Circle }) {
  const { f } = useI18n();
  const messages = useGeofenceMessages();
  const { app } = useApplication();
  const target = { location: { latitude, longitude, radius: radiusKm } };
  const { data, error, isPlaceholderData } = useQuery(audiencePreview(app.key, target, false));
  const isStale = data === undefined || isPlaceholderData;
  return (
    <div aria-busy={isStale}>
      <Figure
        value={isStale || data.users === null ? '…' : f.number(data.users)}
        unit={messages.inside(data?.users ?? 0)}
      />
      <p className={css['quiet']}>
        {error?.message ?? (isStale || data.asOf === null ? messages.counting : messages.exact(f.clock(data.asOf)))}
      </p>
    </div>
  );
}

function useSpotColumns<Row extends Place>(centre: Place): Column<Row>[] {
  const { f } = useI18n();
  const messages = useGeofenceMessages();
  return [
    {
      id: 'far',
      name: messages.far,
      isShort: true,
      renderCell: (row) => messages.distance(distanceOf(toPlane(centre, row)), f.rate),
    },
    {
      id: 'toward',
      name: messages.toward,
      renderCell: (row) => {
        const spot = toPlane(centre, row);
        return distanceOf(spot) < LEAST_REACH_KM / 100 ? messages.middle : messages.winds[windOf(spot)];
      },
    },
  ];
}

function Others({ centre, others }: { centre: Place; others: readonly NearbyCircle[] }) {
  const { f } = useI18n();
  const messages = useGeofenceMessages();
  const { app } = useApplication();
  const columns: Column<NearbyCircle>[] = [
    { id: 'number', name: messages.number, isShort: true, renderCell: ({ id }) => numberOf(others, id) },
    {
      id: 'title',
      name: messages.name,
      isName: true,
      renderCell: ({ id, title }) => <Link href={geofencePath(app.key, { fence: String(id) })}>{title}</Link>,
    },
    ...useSpotColumns<NearbyCircle>(centre),
    {
      id: 'radius',
      name: messages.radius,
      isShort: true,
      from: 'middle',
      renderCell: ({ radius }) => messages.distance(radius / 1000, f.rate),
    },
  ];
  return (
    <Fold title={messages.others}>
      <Table caption={messages.others} columns={columns} rows={others} keyOf={({ id }) => String(id)} />
    </Fold>
  );
}

function numberOf(others: readonly NearbyCircle[], wanted: number): number {
  return others.findIndex(({ id }) => id === wanted) + 1;
}

function Cells({ centre, density: { cells, size } }: { centre: Place; density: DeviceDensity }) {
  const { f } = useI18n();
  const messages = useGeofenceMessages();
  const middles = cells.slice(0, SHOWN_CELLS).map((cell) => ({
    devices: cell.devices,
    latitude: cell.latitude + size.latitude / 2,
    longitude: cell.longitude + size.longitude / 2,
  }));
  const columns: Column<(typeof middles)[number]>[] = [
    ...useSpotColumns<(typeof middles)[number]>(centre),
    { id: 'devices', name: messages.devices, isNumber: true, renderCell: ({ devices }) => f.number(devices) },
  ];
  return (
    <Fold title={messages.cells}>
      {cells.length > SHOWN_CELLS && (
        <p className={css['quiet']}>{messages.shownCells(f.number(SHOWN_CELLS), f.number(cells.length))}</p>
      )}
      <Table
        caption={messages.cells}
        columns={columns}
        rows={middles}
        keyOf={({ latitude, longitude }) => `${latitude} ${longitude}`}
      />
    </Fold>
  );
}
