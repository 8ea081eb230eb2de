import { Injectable } from '@nestjs/common';

/** Ends the background work of a process after its present part, because the process stops. */
@Injectable()
export class StopSignal {
  private readonly controller = new AbortController();
  readonly signal = this.controller.signal;

  get isStopped(): boolean {
    return this.signal.aborted;
  }

  stop(): void {
    this.controller.abort();
  }
}
