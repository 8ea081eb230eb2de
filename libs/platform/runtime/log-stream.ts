import { writeSync } from 'node:fs';

/** How long a line may wait for a reader of a full pipe, once; while lines are dropped, none waits. */
const MAX_WAIT_MS = 500;
const RETRY_MS = 10;
/** Level of pino. */
const WARN = 'warn';

let droppedLines = 0;

/** Lines that the log streams of this process could not write since its start. */
export function countDroppedLogLines(): number {
  return droppedLines;
}

/**
 * The stream of a log. It never throws and emits no error: a full disk, an I/O error or a closed pipe ends no process.
 * Lines that cannot be written are dropped and counted, and a warning with their number precedes the next one.
 */
export class LogStream {
  private dropped = 0;
  private lastCode: string | undefined;
  private isLineBroken = false;

  /**
   * @param name  the process, for the warning
   * @param fd    an open file descriptor
   */
  constructor(
    private readonly name: string,
    private readonly fd: number,
  ) {}

  /** @param line  with its line feed */
  write(line: string): void {
    const warning = this.dropped > 0 ? this.describeLoss() : '';
    if (this.tryWrite(`${this.isLineBroken ? '\n' : ''}${warning}${line}`)) {
      this.dropped = 0;
    } else {
      this.dropped += 1;
      droppedLines += 1;
    }
  }

  private tryWrite(text: string): boolean {
    const bytes = Buffer.from(text);
    let written = 0;
    let waitMs = this.dropped > 0 ? 0 : MAX_WAIT_MS;
    while (written < bytes.length) {
      try {
        written += writeSync(this.fd, bytes, written);
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
        if (code === 'EAGAIN' && waitMs > 0) {
          waitMs -= RETRY_MS;
          sleepSync(RETRY_MS);
          continue;
        }
        this.lastCode = code;
        this.isLineBroken ||= written > 0;
        return false;
      }
    }
    this.isLineBroken = false;
    return true;
  }

  private describeLoss(): string {
    const { name, dropped, lastCode: code } = this;
    return `${JSON.stringify({ level: WARN, time: new Date().toISOString(), pid: process.pid, name, dropped, code, msg: 'log lines could not be written and are lost' })}\n`;
  }
}

function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
