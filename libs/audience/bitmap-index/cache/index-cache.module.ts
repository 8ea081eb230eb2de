import { Module } from '@nestjs/common';
import { IndexStoreModule } from '../store/index-store.module.js';
import { IndexReaderService } from './index-reader.service.js';

/** The part of the bitmap index that this process has in memory. */
@Module({ imports: [IndexStoreModule], providers: [IndexReaderService], exports: [IndexReaderService] })
export class IndexCacheModule {}
