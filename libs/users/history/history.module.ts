import { Module } from '@nestjs/common';
import { ConsentEventRepository } from './consent-event.repository.js';

/** The history of consent. */
@Module({ providers: [ConsentEventRepository], exports: [ConsentEventRepository] })
export class HistoryModule {}
