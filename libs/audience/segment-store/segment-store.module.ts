import { Module } from '@nestjs/common';
import { SqlEngineModule } from '../sql-engine/sql-engine.module.js';
import { LeafMembersService } from './leaf-members.service.js';
import { SegmentSliceRepository } from './segment-slice.repository.js';
import { SegmentUsesService } from './segment-uses.service.js';
import { SegmentRepository } from './segment.repository.js';

const PROVIDERS = [LeafMembersService, SegmentRepository, SegmentSliceRepository, SegmentUsesService];

/** Segments and their members as stored. */
@Module({ imports: [SqlEngineModule], providers: PROVIDERS, exports: PROVIDERS })
export class SegmentStoreModule {}
