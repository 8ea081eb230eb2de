import { ConnectionError, FLAGS } from './frames.js';
import { check, checkSize } from './peer-checks.js';
import { PeerSettings } from './peer-settings.js';
import type { RequestWriter } from './request-writer.js';

/** Frames without a use for a request that a peer may send between two calls of `forgive`. */
const MAX_IDLE_FRAMES = 10_000;
/** A useful frame makes up for some of the others. */
const WORTH_OF_AN_ANSWER = 10;

/** SETTINGS and PING of a connection, and the measure of what a peer may send without a use. */
export class ControlFrames {
  /** True if the peer has begun as it must, with its SETTINGS (RFC 9113, section 3.4). */
  hasSettings = false;
  readonly peer = new PeerSettings();
  private readonly pings: (() => void)[] = [];
  private idleFrames = 0;

  constructor(private readonly writer: RequestWriter) {}

  ping(onAnswer: () => void): void {
    this.pings.push(onAnswer);
    this.writer.writePing(Buffer.alloc(8), false);
  }

  /** A peer may be lively for as long as it likes, but not without end between two calls. */
  forgive(): void {
    this.idleFrames = 0;
  }

  countAnswer(): void {
    this.idleFrames = Math.max(0, this.idleFrames - WORTH_OF_AN_ANSWER);
  }

  /** @throws ConnectionError for a peer that sends nothing else */
  countIdle(): void {
    this.idleFrames += 1;
    if (this.idleFrames > MAX_IDLE_FRAMES) {
      throw new ConnectionError('ENHANCE_YOUR_CALM', 'frames without end');
    }
  }

  /**
   * @returns by how much the windows of the streams grow; undefined for an acknowledgement
   * @throws ConnectionError for settings that are not allowed
   */
  takeSettings(flags: number, streamId: number, payload: Buffer): number | undefined {
    check(streamId === 0, 'SETTINGS of a stream');
    this.countIdle();
    if ((flags & FLAGS.ack) !== 0) {
      checkSize(payload.length === 0, 'acknowledged SETTINGS');
      return undefined;
    }
    const { initialWindow } = this.peer;
    this.peer.read(payload);
    if (this.peer.headerTableSize !== undefined) {
      this.writer.setTableSize(this.peer.headerTableSize);
      this.peer.headerTableSize = undefined;
    }
    this.hasSettings = true;
    this.writer.writeSettingsAck();
    return this.peer.initialWindow - initialWindow;
  }

  /** @throws ConnectionError for a frame that is not allowed */
  takePing(flags: number, streamId: number, payload: Buffer): void {
    check(streamId === 0, 'PING of a stream');
    checkSize(payload.length === 8, 'PING');
    this.countIdle();
    if ((flags & FLAGS.ack) === 0) {
      this.writer.writePing(payload, true);
    } else {
      this.pings.shift()?.();
    }
  }
}
