import { Injectable } from '@nestjs/common';
import type { Section } from '../model/tenancy.types.js';
import type { ApplySection } from '../model/apply.types.js';

/** The sections of an application file. Modules register theirs in `onModuleInit`; this module knows none of them. */
@Injectable()
export class SectionRegistryService {
  private readonly sections = new Map<Section, ApplySection>();

  /** @throws Error when a section is registered twice: that is a bug */
  register(section: ApplySection): void {
    if (this.sections.has(section.section)) {
      throw new Error(`Two rooms take the section ${section.section} of an application file`);
    }
    this.sections.set(section.section, section);
  }

  find(section: Section): ApplySection | undefined {
    return this.sections.get(section);
  }
}
