import { Module } from '@nestjs/common';
import { BehaviourModule } from '../behaviour/behaviour.module.js';
import { LeafMembersService } from './leaf-members.service.js';
import { SegmentErasureRepository } from './segment-erasure.repository.js';
import { SegmentSliceRepository } from './segment-slice.repository.js';
import { SegmentUsesService } from './segment-uses.service.js';
import { SegmentRepository } from './segment.repository.js';

const PROVIDERS = [
  LeafMembersService,
  SegmentErasureRepository,
  SegmentRepository,
  SegmentSliceRepository,
  SegmentUsesService,
];

/** Segments and their members as stored. */
@Module({ imports: [BehaviourModule], providers: PROVIDERS, exports: PROVIDERS })
export class SegmentStoreModule {}
