export { countryOfNumber, isPhoneCountry, parsePhoneNumber, suspectNationalNumber } from './phone-number.js';
