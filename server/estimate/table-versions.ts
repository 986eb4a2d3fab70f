import { RATES_VERSION } from './labour-rates.ts';
import { SELECTION_VERSION } from './selection.ts';
import { VALUE_DATED, VALUE_VERSION } from './vehicle-value.ts';

/** Versions of the tables an estimate was made with. */
export const TABLES_VERSION = ['part-costs-1', RATES_VERSION, SELECTION_VERSION, VALUE_VERSION].join(', ');
export const TABLES_DATED = VALUE_DATED;
