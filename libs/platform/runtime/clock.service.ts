import { Injectable } from '@nestjs/common';

/** The only source of the current time in the rooms, so that a test can set it. */
@Injectable()
export class ClockService {
  now(): Date {
    return new Date();
  }
}
