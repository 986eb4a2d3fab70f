/** Copart's short codes in its own words, used where a page gives only the code. */

export const COPART_DAMAGE: Readonly<Record<string, string>> = {
  AO: 'ALL OVER',
  BC: 'BIOHAZARD/CHEMICAL',
  BE: 'BURN - ENGINE',
  BI: 'BURN - INTERIOR',
  BN: 'BURN',
  CC: 'CASH FOR CLUNKERS',
  DH: 'DAMAGE HISTORY',
  FD: 'FRAME DAMAGE',
  FR: 'FRONT END',
  HL: 'HAIL',
  MC: 'MECHANICAL',
  MN: 'MINOR DENT/SCRATCHES',
  NW: 'NORMAL WEAR',
  PR: 'PARTIAL REPAIR',
  RJ: 'REJECTED REPAIR',
  RO: 'ROLLOVER',
  RR: 'REAR END',
  SD: 'SIDE',
  ST: 'STRIPPED',
  TP: 'TOP/ROOF',
  UK: 'UNKNOWN',
  UN: 'UNDERCARRIAGE',
  VI: 'MISSING/ALTERED VIN',
  VN: 'VANDALISM',
  VP: 'REPLACED VIN',
  WA: 'WATER/FLOOD',
};

export const COPART_ODOMETER_BRANDS: Readonly<Record<string, string>> = {
  A: 'ACTUAL',
  N: 'NOT ACTUAL',
  E: 'EXEMPT',
};

/** `CERT-D` runs and drives, `CERT-S` starts; `CERT-E` (enhanced) says nothing of running. */
export const COPART_CONDITIONS: Readonly<Record<string, string>> = {
  'CERT-D': 'RUNS AND DRIVES',
  'CERT-S': 'VEHICLE STARTS',
};
