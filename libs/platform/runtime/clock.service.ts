import { Injectable } from '@nestjs/common';

/** The only source of "now" in rooms, so that a test can stand at any instant. */
@Injectable()
export class ClockService {
  now(): Date {
    return new Date();
  }
}
