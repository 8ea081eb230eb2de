import { Module } from '@nestjs/common';
import { KeyTotalRepository } from './key-total.repository.js';

@Module({ providers: [KeyTotalRepository], exports: [KeyTotalRepository] })
export class KeyTotalsModule {}
