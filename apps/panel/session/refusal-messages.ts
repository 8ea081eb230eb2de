import { messagesOf } from '../i18n/i18n.js';

/** Sentences for refusals of a field. */
export const useRefusalMessages = messagesOf({
  en: {
    type: (field: string, kind: string, place: string) =>
      place === '' ? `“${field}” should be ${kind}.` : `“${field}” should be ${kind} (entry ${place}).`,
    list: (field: string, kind: string, place: string) =>
      place === ''
        ? `“${field}” takes several values, each ${kind}.`
        : `“${field}” takes several values, each ${kind} (entry ${place}).`,
    types: {
      STRING: 'a text',
      INT: 'a whole number',
      LONG: 'a whole number',
      DOUBLE: 'a number',
      BOOLEAN: 'true or false',
      DATE: 'a day, such as 2030-02-28',
      TIME_STAMP: 'a moment, such as 2030-02-28T12:30:00Z',
    },
    missing: (field: string) => `“${field}” is missing.`,
    empty: (field: string) => `“${field}” should not be empty.`,
  },
  tr: {
    type: (field, kind, place) =>
      place === '' ? `“${field}” ${kind} olmalı.` : `“${field}” ${kind} olmalı (${place}. kayıt).`,
    list: (field, kind, place) =>
      place === ''
        ? `“${field}” birden çok değer alır; her biri ${kind} olmalı.`
        : `“${field}” birden çok değer alır; her biri ${kind} olmalı (${place}. kayıt).`,
    types: {
      STRING: 'bir metin',
      INT: 'bir tam sayı',
      LONG: 'bir tam sayı',
      DOUBLE: 'bir sayı',
      BOOLEAN: 'true ya da false',
      DATE: 'bir gün (2030-02-28 gibi)',
      TIME_STAMP: 'bir an (2030-02-28T12:30:00Z gibi)',
    },
    missing: (field) => `“${field}” eksik.`,
    empty: (field) => `“${field}” boş olmamalı.`,
  },
});
