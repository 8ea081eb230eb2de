import { Injectable } from '@nestjs/common';
import { type NewSuppression, SuppressionService } from '#libs/users';
import type { Tx } from '#platform/db';
import type { DeadToken, LeasedChunk } from '../model/delivery.types.js';
import { DeadTokenService } from '../tokens/dead-token.service.js';

/** Keeps later messages from addresses that a provider called dead. */
@Injectable()
export class DeadAddressService {
  constructor(
    private readonly deadTokens: DeadTokenService,
    private readonly suppressions: SuppressionService,
  ) {}

  /** Retires the installations of dead tokens. A dead e-mail address or number is suppressed for all its users. */
  async retireAddresses(tx: Tx, chunk: LeasedChunk, dead: readonly DeadToken[]): Promise<void> {
    if (chunk.channel === 'smtp' || chunk.channel === 'sms') {
      const toSuppression = chunk.channel === 'smtp' ? toEmailSuppression : toSmsSuppression;
      await this.suppressions.add(tx, chunk.appId, dead.map(toSuppression));
    } else {
      await this.deadTokens.report(tx, chunk, dead);
    }
  }
}

function toEmailSuppression({ token, raw }: DeadToken): NewSuppression {
  return { channel: 'email', address: token, reason: 'HARD_BOUNCE', detail: raw };
}

function toSmsSuppression({ token, reason, raw }: DeadToken): NewSuppression {
  return {
    channel: 'sms',
    address: token,
    reason: reason === 'OPTED_OUT' ? 'STOP' : 'INVALID_ADDRESS',
    detail: raw,
  };
}
