import type { Advance } from '../model/advance.js';
import type { Visit } from '../model/journey.types.js';
import type { Origin } from '../model/visit-params.js';

/** A visit and its way on. @property origin  names its data in texts: `@{event.x}`, `@{data.x}` */
export interface Step {
  visit: Visit;
  origin: Origin;
  advance: Advance;
}
