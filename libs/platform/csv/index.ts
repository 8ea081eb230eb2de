export { DELIMITERS, findDialect, type CsvDialect, type FoundDialect } from './csv-dialect.js';
export { CsvReader, OpenQuoteError, readCsvText, type CsvRecord } from './csv-reader.js';
