import { Injectable } from '@nestjs/common';
import { boundingBox, type GeoPoint } from '#libs/geofences';
import { malformed } from '#platform/errors';
import { DeviceDensityRepository, type CellSize, type DensityCell } from '../sql-engine/device-density.repository.js';
import { BoundedQuestionService } from './bounded-question.service.js';

/** Cells with fewer devices are left out: no one's way home can be read from the others. */
export const LEAST_DEVICES = 5;
/** Kilometres from the centre that are shown at most. */
export const MAX_REACH_KM = 500;
/** Nearer to a pole, cells become needles. Degrees. */
const MAX_LATITUDE = 80;
/** Cells from one side to the other, at most. */
const ACROSS = 32;
const KM_PER_DEGREE = 111.2;
/** No cell is smaller, so that none is a single building: 180 / 2^19 degrees are about 38 m. */
const MAX_HALVINGS = 19;

/** @property size  of each cell, in degrees */
export interface DeviceDensity {
  size: CellSize;
  cells: DensityCell[];
}

/** Counts the last positions of devices in a grid without single devices. */
@Injectable()
export class DeviceDensityService {
  constructor(
    private readonly density: DeviceDensityRepository,
    private readonly questions: BoundedQuestionService,
  ) {}

  /**
   * @param reachKm  kilometres from the centre to the rim
   * @param asked    ends when no one waits for the answer any more
   * @throws AppError malformed for what is too wide, or too near to a pole; unavailable when it takes too long
   */
  async around(appId: number, centre: GeoPoint, reachKm: number, asked: AbortSignal): Promise<DeviceDensity> {
    if (!(reachKm > 0 && reachKm <= MAX_REACH_KM)) {
      throw malformed(`Field 'reach' should be above 0 and at most ${MAX_REACH_KM} km`);
    }
    if (Math.abs(centre.latitude) > MAX_LATITUDE) {
      throw malformed(`Field 'latitude' should be from -${MAX_LATITUDE} to ${MAX_LATITUDE}`);
    }
    const size = cellSize(centre.latitude, reachKm);
    const box = boundingBox(centre, reachKm);
    const cells = await this.questions.answer([], asked, () => this.density.listCells(appId, box, size, LEAST_DEVICES));
    return { size, cells };
  }
}

/** Sizes are halves of halves, so that cells of one size lie in those of the next. */
export function cellSize(latitude: number, reachKm: number): CellSize {
  const wanted = (2 * reachKm) / KM_PER_DEGREE / ACROSS;
  const height = 180 / 2 ** Math.min(MAX_HALVINGS, Math.floor(Math.log2(180 / wanted)));
  const widening = Math.round(Math.log2(1 / Math.cos((latitude * Math.PI) / 180)));
  return { latitude: height, longitude: height * 2 ** widening };
}
