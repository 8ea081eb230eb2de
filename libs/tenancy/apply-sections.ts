import { Injectable } from '@nestjs/common';
import type { ApplySection, Section } from './tenancy.types.js';

/** Who takes which section of an application file. Rooms register in `onModuleInit`; this room knows none of them. */
@Injectable()
export class ApplySections {
  private readonly takers = new Map<Section, ApplySection>();

  /** @throws Error when a section has a taker already: that is a fault of the build */
  register(taker: ApplySection): void {
    if (this.takers.has(taker.section)) {
      throw new Error(`Two rooms take the section ${taker.section} of an application file`);
    }
    this.takers.set(taker.section, taker);
  }

  find(section: Section): ApplySection | undefined {
    return this.takers.get(section);
  }
}
