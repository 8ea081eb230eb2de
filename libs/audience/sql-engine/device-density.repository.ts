import { Injectable } from '@nestjs/common';
import type { BoundingBox } from '#libs/geofences';
import { Database } from '#platform/db';

/** A cell of a grid over the earth. South-western corner, in degrees. */
export interface DensityCell {
  latitude: number;
  longitude: number;
  /** Devices that were last there. */
  devices: number;
}

/** Degrees of a cell. */
export interface CellSize {
  latitude: number;
  longitude: number;
}

/** How many devices were last where. */
@Injectable()
export class DeviceDensityRepository {
  constructor(private readonly db: Database) {}

  /**
   * The cells of a box with at least `least` devices · installation_location_place, index only · cells lie on a grid of
   * the whole earth and count whole, also those at the rim of the box: another box shows the same number.
   */
  async listCells(
    appId: number,
    { south, north, spans }: BoundingBox,
    { latitude, longitude }: CellSize,
    least: number,
  ): Promise<DensityCell[]> {
    const found = await this.db.interruptibleRow<{ cells: DensityCell[] | null }>(
      `SELECT json_agg(json_build_object('latitude', c.row * $6::float8, 'longitude', c.col * $7::float8, 'devices', c.n)
                       ORDER BY c.n DESC, c.row, c.col) AS cells
         FROM (SELECT floor(l.latitude / $6::float8) AS row, floor(l.longitude / $7::float8) AS col, count(*) AS n
                 FROM users.v_installation_location l
                WHERE l.app_id = $1 AND l.latitude >= $2 AND l.latitude < $3
                  AND (l.longitude >= $4 AND l.longitude < $5 OR l.longitude >= $8 AND l.longitude < $9)
                GROUP BY 1, 2 HAVING count(*) >= $10) c`,
      [
        appId,
        floorTo(south, latitude),
        ceilTo(north, latitude),
        floorTo(spans[0][0], longitude),
        ceilTo(spans[0][1], longitude),
        latitude,
        longitude,
        floorTo(spans[1][0], longitude),
        ceilTo(spans[1][1], longitude),
        least,
      ],
    );
    return found?.cells ?? [];
  }
}

function floorTo(degrees: number, step: number): number {
  return Math.floor(degrees / step) * step;
}

/** The end of the cell in which a degree lies; it is no more of it. */
function ceilTo(degrees: number, step: number): number {
  return (Math.floor(degrees / step) + 1) * step;
}
