import { Module } from '@nestjs/common';
import { LeftOutRepository } from './left-out.repository.js';

@Module({ providers: [LeftOutRepository], exports: [LeftOutRepository] })
export class LeftOutModule {}
