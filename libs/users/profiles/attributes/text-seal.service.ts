import { Injectable } from '@nestjs/common';
import { SealingKeyService } from '../sealing/sealing-key.service.js';
import { ValueSealer } from '../sealing/value-sealer.js';
import { AttributeService } from './attribute.service.js';

/** Seals texts of other modules that may have values of sealed attributes, such as a rendered message. */
@Injectable()
export class TextSealService {
  constructor(
    private readonly attributes: AttributeService,
    private readonly keys: SealingKeyService,
  ) {}

  /**
   * The seal of an application with sealed attributes; undefined: it has none.
   *
   * @param purpose  what the texts are; authenticated with each
   */
  async findSeal(appId: number, purpose: string): Promise<ValueSealer | undefined> {
    const definitions = await this.attributes.getDefinitions(appId);
    return [...definitions.values()].some(({ sealed }) => sealed) ? this.getOpener(appId, purpose) : undefined;
  }

  /** Opens what `findSeal` sealed. @throws Error for an application that never had a sealed attribute */
  async getOpener(appId: number, purpose: string): Promise<ValueSealer> {
    return new ValueSealer(await this.keys.getKey(appId), `app ${appId}, ${purpose}`);
  }
}
