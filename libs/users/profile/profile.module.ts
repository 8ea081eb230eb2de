import { Module } from '@nestjs/common';
import { AttributesModule } from '../attributes/attributes.module.js';
import { ConsentModule } from '../consent/consent.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { TagsModule } from '../tags/tags.module.js';
import { WritesModule } from '../writes/writes.module.js';
import { DeviceProfileService } from './device-profile.service.js';
import { ProfileService } from './profile.service.js';

const PROVIDERS = [DeviceProfileService, ProfileService];

/** Values of attributes, set by servers and by devices. */
@Module({
  imports: [TagsModule, AttributesModule, DevicesModule, WritesModule, ConsentModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class ProfileModule {}
