export { AddressList, clientNetwork, isAddressOrNetwork, toPlainAddress } from './address-list.js';
export { AllowedAddresses } from './allowed-addresses.js';
export {
  AddressRefusedError,
  isPublicAddress,
  lookupPublicAddress,
  parsePublicHttpsUrl,
  createPublicLookup,
  type ResolveAll,
} from './public-address.js';
export { isPublicName } from './public-name.js';
export { PushServices, type PushServiceSettings } from './push-services.js';
