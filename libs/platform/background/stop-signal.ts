import { Injectable } from '@nestjs/common';

/** Tells the background work of a process to end after its present part, because the process stops. */
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
