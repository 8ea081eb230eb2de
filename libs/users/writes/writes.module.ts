import { Module } from '@nestjs/common';
import { AddressesModule } from '../addresses/addresses.module.js';
import { AttributesModule } from '../attributes/attributes.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { ErasureModule } from '../erasure/erasure.module.js';
import { HistoryModule } from '../history/history.module.js';
import { IdsModule } from '../ids/ids.module.js';
import { StoreModule } from '../store/store.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { TagsModule } from '../tags/tags.module.js';
import { ContactWriterService } from './contact-writer.service.js';
import { DeviceWriterService } from './device-writer.service.js';
import { SingleUserWriterService } from './single-user-writer.service.js';
import { SingleUserRepository } from './single-user.repository.js';
import { UserEditRepository } from './user-edit.repository.js';
import { UserEditorService } from './user-editor.service.js';
import { UserEnsurerService } from './user-ensurer.service.js';
import { UserMergerService } from './user-merger.service.js';
import { UserPreviewService } from './user-preview.service.js';
import { UserWriterService } from './user-writer.service.js';

/** Writes of users and their devices. */
@Module({
  imports: [
    AddressesModule,
    HistoryModule,
    IdsModule,
    TagsModule,
    SuppressionsModule,
    AttributesModule,
    StoreModule,
    DevicesModule,
    ErasureModule,
  ],
  providers: [
    ContactWriterService,
    DeviceWriterService,
    SingleUserRepository,
    SingleUserWriterService,
    UserEditRepository,
    UserEditorService,
    UserEnsurerService,
    UserMergerService,
    UserPreviewService,
    UserWriterService,
  ],
  exports: [
    ContactWriterService,
    DeviceWriterService,
    SingleUserRepository,
    SingleUserWriterService,
    UserEditorService,
    UserEnsurerService,
    UserMergerService,
    UserPreviewService,
    UserWriterService,
  ],
})
export class WritesModule {}
