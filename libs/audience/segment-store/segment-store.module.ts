import { Module } from '@nestjs/common';
import { BehaviourModule } from '../behaviour/behaviour.module.js';
import { LeafMembersService } from './leaf-members.service.js';
import { SegmentSliceRepository } from './segment-slice.repository.js';
import { SegmentUsesService } from './segment-uses.service.js';
import { SegmentRepository } from './segment.repository.js';

const PROVIDERS = [LeafMembersService, SegmentRepository, SegmentSliceRepository, SegmentUsesService];

/** Segments and their members as stored. */
@Module({ imports: [BehaviourModule], providers: PROVIDERS, exports: PROVIDERS })
export class SegmentStoreModule {}
