import type { Param } from '#platform/db';
import type { DeviceDetails } from '../model/device.types.js';

/**
 * Details of devices as parameters of a batch: push permission, model, versions of system and app, time zone. A column
 * that no device of the batch has is null as a whole, which `unnest` pads.
 */
export function detailColumns(rows: readonly { details?: DeviceDetails | undefined }[]): Param[] {
  const column = (name: keyof DeviceDetails): Param =>
    rows.some(({ details }) => details?.[name] !== undefined)
      ? rows.map(({ details }) => details?.[name] ?? null)
      : null;
  return [
    column('pushPermitted'),
    column('deviceModel'),
    column('osVersion'),
    column('appVersion'),
    column('timeZone'),
  ];
}
