import { Injectable } from '@nestjs/common';
import type { Message, Platform } from '#libs/content';
import { SecretParamsService } from '#libs/delivery';
import { ApplicationService } from '#libs/tenancy';
import { TestDispatchService } from './test-dispatch.service.js';

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
    private readonly tests: TestDispatchService,
    private readonly applications: ApplicationService,
    private readonly secrets: SecretParamsService,
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
    await this.tests.store({
      appId,
      message,
      extIds: [extId],
      toSent: (dispatchId) =>
        this.secrets.seal(dispatchId, { ...message, params: { code, app: name.slice(0, MAX_NAME) } }),
    });
  }
}
