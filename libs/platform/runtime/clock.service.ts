import { Injectable } from '@nestjs/common';

/**
 * The only source of the current time in the modules, so that a test can set it. Alone it is the clock of the machine;
 * the processes get `DatabaseClock` in its place.
 */
@Injectable()
export class ClockService {
  now(): Date {
    return new Date();
  }
}
