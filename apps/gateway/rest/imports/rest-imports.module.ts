import { Module } from '@nestjs/common';
import { ImportsController } from './imports.controller.js';

/** The operations on files of users. */
@Module({ controllers: [ImportsController] })
export class RestImportsModule {}
