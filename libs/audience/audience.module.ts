import { Module, type OnModuleInit } from '@nestjs/common';
import { ApplySections, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { AudienceRepository } from './audience.repository.js';
import { AudienceService } from './audience.service.js';
import { CountService } from './counts/count.service.js';
import { GroupCountRepository } from './counts/group-count.repository.js';
import { SegmentCalculator } from './segments/segment-calculator.service.js';
import { SegmentMembers } from './segments/segment-members.js';
import { SegmentRepository } from './segments/segment.repository.js';
import { SegmentService } from './segments/segment.service.js';
import { SegmentsSection } from './segments/segments.section.js';
import { SliceRepository } from './segments/slice.repository.js';

const SERVICES = [AudienceService, CountService, SegmentCalculator, SegmentService];

/** Who a target means, how many users have what, and segments. */
@Module({
  imports: [TenancyModule, UsersModule],
  providers: [
    ...SERVICES,
    AudienceRepository,
    GroupCountRepository,
    SegmentMembers,
    SegmentRepository,
    SegmentsSection,
    SliceRepository,
  ],
  exports: SERVICES,
})
export class AudienceModule implements OnModuleInit {
  constructor(
    private readonly sections: ApplySections,
    private readonly segments: SegmentsSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.segments);
  }
}
