export { countryOfNumber, isPhoneCountry, parsePhoneNumber, suspectNationalNumber } from './phone-number.js';
export { readTextCommand, type TextCommand } from './text-command.js';
