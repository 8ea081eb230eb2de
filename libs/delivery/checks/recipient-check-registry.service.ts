import { Injectable } from '@nestjs/common';
import type { CheckedRecipients } from './checked-recipients.js';
import type { CheckedSend, RecipientCheck } from './recipient-check.js';

/** The checks of all modules. A module registers its own in `onModuleInit`. */
@Injectable()
export class RecipientCheckRegistryService {
  private checks: readonly RecipientCheck[] = [];

  register(...checks: RecipientCheck[]): void {
    this.checks = [...this.checks, ...checks].toSorted((a, b) => a.order - b.order);
  }

  async applyAll(send: CheckedSend, recipients: CheckedRecipients): Promise<void> {
    for (const check of this.checks) {
      await check.apply(send, recipients);
    }
  }
}
