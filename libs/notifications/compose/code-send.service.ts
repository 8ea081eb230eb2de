import { Injectable } from '@nestjs/common';
import type { Message, Platform } from '#libs/content';
import { DispatchIntakeService, LANES, SecretParamsService } from '#libs/delivery';
import { ApplicationService } from '#libs/tenancy';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { DefinitionRepository } from '../definitions/definition.repository.js';

/** The application's name in the text, in characters: a text message has 160 characters, or 70. */
const MAX_NAME = 30;
const WORDS = {
  en: {
    title: 'Your code',
    text: 'Herald code: @{code}. It makes this a test device of @{app}. If you did not ask for it, ignore it.',
  },
  tr: {
    title: 'Kodunuz',
    text: 'Herald kodu: @{code}. @{app} deneme cihazı. İstemediyseniz yok sayın.',
  },
} as const;
export type CodeLanguage = keyof typeof WORDS;

/**
 * @property platforms  where it goes: devices of the user, or one of its addresses
 * @property lifeMs     how long the code is good: no provider keeps the message for longer
 */
export interface CodeOrder {
  extId: string;
  platforms: Platform[];
  code: string;
  language: CodeLanguage;
  lifeMs: number;
}

/** Sends a code to one user by the lane of single messages, as a test: it stands in no figure. */
@Injectable()
export class CodeSendService {
  constructor(
    private readonly db: Database,
    private readonly definitions: DefinitionRepository,
    private readonly intake: DispatchIntakeService,
    private readonly applications: ApplicationService,
    private readonly secrets: SecretParamsService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Stores the send. The code is a parameter of this one send, and sealed: neither the stored message nor its results
   * have it.
   */
  async send(appId: number, { extId, platforms, code, language, lifeMs }: CodeOrder): Promise<void> {
    const { name } = await this.applications.getApplication(appId);
    const message: Message = {
      ...WORDS[language],
      platforms,
      ios: {},
      android: {},
      transactional: true,
      isSecret: true,
      ttlSeconds: lifeMs / 1000,
    };
    const [dispatchId = Number.NaN] = await this.intake.allocateDispatchIds(1);
    await this.db.tx(async (tx) => {
      const notificationKey = await this.definitions.insertDefinition(tx, appId, 'direct', message);
      await this.intake.accept(tx, dispatchId, {
        appId,
        notificationKey,
        lane: LANES.transactional,
        message: this.secrets.seal(dispatchId, { ...message, params: { code, app: name.slice(0, MAX_NAME) } }),
        target: { type: 'extIds', extIds: [extId] },
        options: { isTest: true },
        dueAt: this.clock.now(),
      });
    });
  }
}
