import { Injectable } from '@nestjs/common';
import type { Channel } from '#libs/channels/definitions';
import { OtherSendRepository, type OtherSend, type RunningSend } from './other-send.repository.js';

/** Finds other sends that leave at the same time, for a person who is about to send. */
@Injectable()
export class OtherSendService {
  constructor(private readonly repository: OtherSendRepository) {}

  /** Campaigns that left between two moments or are due then, those nearest to `at` first. */
  async findBetween(appId: number, period: { from: Date; to: Date; at: Date; limit: number }): Promise<OtherSend[]> {
    return this.repository.findBetween(appId, period);
  }

  /** Campaigns with messages of some channels that may leave now, the oldest first. */
  async findRunning(appId: number, channels: readonly Channel[]): Promise<RunningSend[]> {
    return channels.length === 0 ? [] : this.repository.findRunning(appId, channels);
  }
}
