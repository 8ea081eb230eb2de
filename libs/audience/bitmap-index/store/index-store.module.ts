import { Module } from '@nestjs/common';
import { DeltaRepository } from './delta.repository.js';
import { GenerationRepository } from './generation.repository.js';
import { GroupRepository } from './group.repository.js';
import { IndexSourceRepository } from './index-source.repository.js';
import { TermRepository } from './term.repository.js';

const REPOSITORIES = [DeltaRepository, GenerationRepository, GroupRepository, IndexSourceRepository, TermRepository];

/** The tables of the bitmap index. */
@Module({ providers: REPOSITORIES, exports: REPOSITORIES })
export class IndexStoreModule {}
