export { isPhoneCountry, parsePhoneNumber, suspectNationalNumber } from './phone-number.js';
