import { Injectable } from '@nestjs/common';
import { PayloadPreviewService } from '#libs/delivery';
import { UserLookupService } from '#libs/users/registry';
import { ClockService } from '#platform/runtime';
import type { CampaignRequest } from '#libs/notifications/campaigns';
import { findWarnings } from './compose-warnings.js';
import { findMailWarnings } from './mail-warnings.js';
import type { CheckWarning } from './check-warning.types.js';

/** Oddities of a message that no campaign goes out with, by their code in a preview. */
const BLOCKING: Readonly<Record<string, CheckWarning['code']>> = {
  unknown_attribute: 'unknown_value',
  unknown_language: 'unknown_language',
  no_unsubscribe_link: 'no_unsubscribe_link',
};

/** Finds faults of the messages of a campaign, in every content and language. */
@Injectable()
export class MessageWarningService {
  constructor(
    private readonly payloads: PayloadPreviewService,
    private readonly users: UserLookupService,
    private readonly clock: ClockService,
  ) {}

  /** @param startsAt  null: at once */
  async find(contents: readonly CampaignRequest[], startsAt: Date | null): Promise<CheckWarning[]> {
    const warnings = new Map<string, CheckWarning>();
    const launchedAt = startsAt ?? this.clock.now();
    for (const [index, { appId, message }] of contents.entries()) {
      const samples = await this.payloads.listPayloads({ appId, message, launchedAt });
      const found = findWarnings(message, samples, await this.users.findLatestAttributes(appId));
      for (const { code: oddity, field, value } of [...found, ...findMailWarnings(message)]) {
        const code = BLOCKING[oddity];
        if (code !== undefined) {
          const place = contents.length > 1 ? field.replace(/^message\b/, `contents[${index}]`) : field;
          const warning = { code, field: place, value, n: null, of: null, until: null };
          warnings.set(JSON.stringify([code, place, value]), { ...warning, severity: 'BLOCKING' });
        }
      }
    }
    return [...warnings.values()];
  }
}
