import { Injectable } from '@nestjs/common';
import type { WatchDefinition } from '../model/watch.types.js';

/** Tests if a watch finds people by a private value. */
type PrivacyTest = (appId: number, watch: WatchDefinition) => Promise<boolean>;

/** Knows which watches find people by private values. Modules with events register. */
@Injectable()
export class WatchPrivacyService {
  private readonly tests: PrivacyTest[] = [];

  register(test: PrivacyTest): void {
    this.tests.push(test);
  }

  /** Without a module that knows, everything is private. */
  async isPrivate(appId: number, watch: WatchDefinition): Promise<boolean> {
    const answers = await Promise.all(this.tests.map((test) => test(appId, watch)));
    return answers.length === 0 || answers.includes(true);
  }
}
