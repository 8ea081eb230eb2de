export {
  AddressRefused,
  isPublicAddress,
  publicAddressOnly,
  publicHttpsUrl,
  publicLookup,
  type ResolveAll,
} from './public-address.js';
