export {
  AddressRefusedError,
  isPublicAddress,
  lookupPublicAddress,
  parsePublicHttpsUrl,
  createPublicLookup,
  type ResolveAll,
} from './public-address.js';
